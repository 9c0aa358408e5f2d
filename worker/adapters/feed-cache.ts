/**
 * Files of scan feeds in the browser's Cache Storage. A chunk of its own, loaded with the first feed.
 *
 * A wallet reads a feed from some height up to the newest chunk. So the chunks of the highest blocks are kept: whatever
 * the budget, the next scan finds its last part here. To keep those that were used last would keep none of a feed that
 * is larger than the budget.
 *
 * @module
 */
import { feedCacheName } from '#protocol/feed/cache-name.ts'
import { feedPath, partsOf } from '#protocol/feed/feed-index.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { FeedCache, Log } from '../engine/base/ports.ts'

/** About two months of mainnet's blocks. */
export const defaultBudget = 250_000_000

/** The part of the space that the browser has left for the page. The rest is for wallets. */
const largestPart = 0.5

type KeptFiles = {
  keys(): Promise<readonly Pick<Request, 'url'>[]>
  match(url: string): Promise<Pick<Response, 'arrayBuffer'> | undefined>
  put(url: string, response: Response): Promise<void>
  delete(url: string): Promise<boolean>
}

export type FeedCacheParts = {
  open: () => Promise<KeptFiles>
  /** What the browser has stored for the page, and allows. Bytes. */
  estimate: () => Promise<StorageEstimate>
  log: Log
}

let pageCache: FeedCache | undefined

/** The cache of this page, the same one each time. */
export const pageFeedCache = (log: Log): FeedCache =>
  (pageCache ??= new StoredFeedCache({
    open: () => caches.open(feedCacheName),
    estimate: () => navigator.storage.estimate(),
    log,
  }))

export class StoredFeedCache implements FeedCache {
  budget = defaultBudget
  readonly #parts: FeedCacheParts
  readonly #queue = new SerialQueue()
  #opened: Promise<Kept> | undefined

  constructor(parts: FeedCacheParts) {
    this.#parts = parts
  }

  async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#attempt(async () => {
      const { files, sizes } = await this.#open()
      const size = sizes.get(name)
      const found = size === undefined ? undefined : await files.match(urlOf(name, size))
      return found && new Uint8Array(await found.arrayBuffer())
    })
  }

  async keep(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // The bytes move to another thread next, which leaves none here.
    const copy = bytes.slice()
    await this.#attempt(() =>
      this.#queue.take(async () => {
        const kept = await this.#open()
        const limit = await this.#limit(kept)
        if (!(await makeRoom(kept, limit - copy.length, heightIn(name)))) return
        await kept.files.put(urlOf(name, copy.length), new Response(copy))
        kept.sizes.set(name, copy.length)
      }),
    )
  }

  async setBudget(bytes: number): Promise<void> {
    this.budget = bytes
    await this.#attempt(() =>
      this.#queue.take(async () => void (await makeRoom(await this.#open(), bytes))),
    )
  }

  async measure(): Promise<{ files: number; bytes: number } | undefined> {
    return this.#attempt(async () => {
      const { sizes } = await this.#open()
      return { files: sizes.size, bytes: total(sizes) }
    })
  }

  #open(): Promise<Kept> {
    const opened = (this.#opened ??= this.#list())
    // Another attempt may succeed.
    opened.catch(() => (this.#opened = undefined))
    return opened
  }

  async #list(): Promise<Kept> {
    const files = await this.#parts.open()
    const sizes = new Map<string, number>()
    for (const { url } of await files.keys()) {
      const { pathname, search } = new URL(url)
      sizes.set(pathname.slice(feedPath.length), Number(search.slice(1)))
    }
    return { files, sizes }
  }

  async #limit({ sizes }: Kept): Promise<number> {
    const { usage = 0, quota = 0 } = await this.#parts.estimate()
    return Math.min(this.budget, total(sizes) + Math.max(0, quota - usage) * largestPart)
  }

  async #attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      this.#parts.log('info', `the cache of the scan feed failed: ${problem}`)
      return undefined
    }
  }
}

/** Sizes by name, in bytes. */
type Kept = { files: KeptFiles; sizes: Map<string, number> }

/** The size is in the URL: else each file would have to be read for it. */
const urlOf = (name: string, size: number): string => `${feedPath}${name}?${size}`

const total = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Lists of chunks are small, and all scans from below need them. */
function heightIn(name: string): number {
  const parts = partsOf(name)
  return !parts ? -1 : parts.folder === 'lists' ? Infinity : parts.height
}

/**
 * Removes the lowest files until the others have a number of bytes; none where that is not enough.
 *
 * @param upTo - Files of higher blocks are not removed.
 * @returns Whether the others have.
 */
async function makeRoom({ files, sizes }: Kept, bytes: number, upTo = Infinity): Promise<boolean> {
  const removable = [...sizes.keys()].filter((name) => heightIn(name) <= upTo)
  const removed: string[] = []
  let left = total(sizes)
  for (const name of removable.sort((a, b) => heightIn(a) - heightIn(b))) {
    if (left <= bytes) break
    left -= sizes.get(name)!
    removed.push(name)
  }
  if (left > bytes) return false
  for (const name of removed) {
    await files.delete(urlOf(name, sizes.get(name)!))
    sizes.delete(name)
  }
  return true
}
