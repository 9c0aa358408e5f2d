/**
 * Enters the daemon's blocks in the books: downloads, looks through and commits at the same time.
 *
 * While one answer is looked through, slice by slice, the next is downloaded, and what was looked
 * through is committed, in order. No more than two answers and a few slices are held.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Addresses } from '../addresses/addresses.ts'
import { Breath } from '../breath.ts'
import type { Daemon, Ports } from '../ports.ts'
import type { Change, Store } from '../store/store.ts'
import { sameBytes, type BlockIds } from './block-ids.ts'
import { detach } from './detach.ts'
import { ChainAhead, pullAfter, pullFrom, type Source } from './download.ts'
import { Entries, type Entered } from './enter.ts'
import type { Finder } from './identify.ts'
import type { OwnKeyImages } from './key-images.ts'
import type { Prepared } from './prepare.ts'
import type { Read } from './read-answer.ts'
import type { Run } from './run.ts'
import { startScanner, type Scanned, type Scanner } from './scanner.ts'
import { settle } from './settle.ts'
import { blocksIn, idIn, topOf, transactionIn, transactionsIn, type Slice } from './slice.ts'

export type BlocksParts = {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log' | 'scanThreads'>
  store: Store
  addresses: Addresses
  chain: BlockIds
  keyImages: OwnKeyImages
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Blocks that were taken back: their number, and the height that they began at. */
export type Reorganisation = { height: bigint; detached: number }

/** What a slice changed. */
export type Progressed = {
  blocks: number
  /** Looked through. */
  transactions: number
  entered: Entered
  reorganised: Reorganisation | undefined
}

/** One refresh's blocks. */
export type BlocksTask = {
  daemon: Daemon
  /** Blocks of the daemon when it was asked last. */
  daemonHeight: bigint
  run: Run
  /** When it is above what was seen, blocks below it are not looked at. */
  startHeight: bigint
  /** Blocks of the daemon, as it says. */
  told: (daemonHeight: bigint) => void
  progressed: (progressed: Progressed) => void
}

/** How far below a height that is skipped to ids are known, so that a reorganisation is followed. */
const skipMargin = 100n

export async function enterBlocks(parts: BlocksParts, task: BlocksTask): Promise<void> {
  const { viewSecret } = parts.store.secrets.get('keys')!
  const scanner = startScanner(parts.ports, viewSecret)
  const work = new Work(parts, task, scanner)
  try {
    await work.run()
  } finally {
    scanner.close()
    await work.stopped()
  }
}

class Work {
  readonly #parts: BlocksParts
  readonly #task: BlocksTask
  readonly #scanner: Scanner
  readonly #source: Source
  readonly #ahead: ChainAhead
  readonly #breath: Breath
  readonly #scanFrom: bigint
  /** Slices under way; each is entered after the one before it. */
  readonly #underWay: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(parts: BlocksParts, task: BlocksTask, scanner: Scanner) {
    const { chain, store } = parts
    this.#parts = parts
    this.#task = task
    this.#scanner = scanner
    this.#source = { daemon: task.daemon, scanner }
    this.#ahead = new ChainAhead(chain)
    this.#breath = new Breath(parts.ports.clock)
    const skipTo = task.startHeight > chain.height ? task.startHeight : 0n
    this.#scanFrom = larger(store.info.get('wallet')!.restoreHeight, skipTo)
  }

  async run(): Promise<void> {
    const { run, told } = this.#task
    let read = await run.until(this.#first())
    for (;;) {
      run.check()
      told(read.daemonHeight)
      const { slices, daemonHeight } = read
      const [first, last] = [slices[0], slices.at(-1)]
      if (!first || !last) break
      const fresh = this.#fresh(slices)
      for (const { slice } of fresh) this.#ahead.add(slice)
      const isMore = topOf(last) < daemonHeight && topOf(last) > first.height + 1n
      await this.#room()
      const next = isMore ? settled(pullAfter(this.#source, this.#ahead)) : undefined
      for (const { slice, skip } of fresh) {
        await this.#room()
        this.#begin(slice, skip)
      }
      if (!next) break
      const result = await run.until(next)
      if ('error' in result) {
        await this.#finish()
        throw result.error
      }
      read = result.value
      this.#requireHeld(read)
    }
    await this.#finish()
  }

  /** Resolves when nothing of it is under way any more, however it went. */
  async stopped(): Promise<void> {
    await this.#last.catch(() => undefined)
  }

  // What to begin with: after what we know, or where scanning begins.
  async #first(): Promise<Read> {
    const { chain, store, ports } = this.#parts
    const source = this.#source
    const { restoreHeight } = store.info.get('wallet')!
    const isFresh = chain.height === 1n
    const reachable = smaller(this.#scanFrom, this.#task.daemonHeight - 1n)
    const from = isFresh && this.#scanFrom === restoreHeight ? reachable : reachable - skipMargin
    if (from > chain.height || (isFresh && from > 1n)) return pullFrom(source, chain, from)

    const read = await pullAfter(source, chain)
    if (isFresh || this.#isHeld(read)) return read
    // Only the genesis block is common. Where nothing was scanned below, begin again.
    if (chain.first > restoreHeight) this.#requireHeld(read)
    ports.log('warning', 'sync: none of the blocks seen are on the chain of the daemon')
    return pullFrom(source, chain, smaller(chain.first, reachable))
  }

  // Whether what it follows is a block we know, and not just the genesis block far below.
  #isHeld({ slices: [first] }: Read): boolean {
    return !first || first.height >= this.#ahead.first || this.#ahead.first === 1n
  }

  #requireHeld(read: Read) {
    const { height, first } = this.#ahead
    if (!this.#isHeld(read)) throw new RpcError('UNKNOWN_ERROR', tooDeep(height - first))
  }

  /** The slices from the first block on that is not known, and how many before it are. */
  #fresh(slices: readonly Slice[]): { slice: Slice; skip: number }[] {
    for (const [at, slice] of slices.entries()) {
      const skip = this.#known(slice)
      if (skip === blocksIn(slice)) continue
      return slices.slice(at).map((each) => ({ slice: each, skip: each === slice ? skip : 0 }))
    }
    return []
  }

  #known(slice: Slice): number {
    for (let at = 0; at < blocksIn(slice); at++) {
      const known = this.#ahead.at(slice.height + BigInt(at))
      if (!known || !sameBytes(known, idIn(slice, at))) return at
    }
    return blocksIn(slice)
  }

  /** Waits until another slice may be under way. */
  async #room() {
    while (this.#underWay.length >= this.#scanner.atOnce)
      await this.#task.run.until(this.#underWay.shift()!)
  }

  async #finish() {
    await this.#task.run.until(this.#last)
  }

  /** Has a slice looked through, and entered once all before it are. */
  #begin(slice: Slice, skip: number) {
    const scanned = settled(this.#scan(slice, skip))
    const before = this.#last
    this.#last = before.then(async () => {
      const result = await scanned
      this.#task.run.check()
      if ('error' in result) throw result.error
      await this.#enter(result.value, skip)
    })
    this.#last.catch(() => undefined)
    this.#underWay.push(this.#last)
  }

  #scan(slice: Slice, skip: number): Promise<Scanned> {
    const below = this.#scanFrom - slice.height
    const unwanted = below > 0n ? Number(smaller(below, BigInt(blocksIn(slice)))) : 0
    const from = slice.firstTransaction[Math.max(skip, unwanted)]!
    if (from === transactionsIn(slice)) return Promise.resolve({ slice, looked: [] })
    return this.#scanner.look(slice, from)
  }

  // Everything of a slice at once, and with it whatever it replaces.
  async #enter(scanned: Scanned, skip: number) {
    const { store, addresses, exclusive, keyImages } = this.#parts
    const { entered, reorganised } = await exclusive(async () => {
      keyImages.update()
      const ahead = addresses.ahead()
      const prepared = await settle(this.#finder(ahead), keyImages, scanned, this.#breath)
      await this.#breath.pause()
      return store.commit((change) => {
        const staged = this.#stage(change, scanned.slice, skip, prepared)
        ahead.stage(change)
        return staged
      })
    })
    this.#ahead.entered()
    this.#task.progressed({
      blocks: blocksIn(scanned.slice) - skip,
      transactions: scanned.looked.reduce((sum, { count }) => sum + count, 0),
      ...{ entered, reorganised },
    })
  }

  #stage(change: Change, slice: Slice, skip: number, prepared: readonly Prepared[]) {
    const { store, chain } = this.#parts
    const first = slice.height + BigInt(skip)
    const { height } = chain
    const abandons = chain.first !== height && first < height
    if (abandons) detach(change, store, first)
    if (abandons || first > height) chain.crop(change, first > height ? 0n : first)
    const entries = new Entries(store, change)
    for (const tx of prepared) entries.mined(tx)
    const ids = Array.from({ length: blocksIn(slice) - skip }, (_, at) => idIn(slice, skip + at))
    chain.append(change, first, ids, rewardOf(slice))
    const reorganised = abandons ? { height: first, detached: Number(height - first) } : undefined
    return { entered: entries.entered, reorganised }
  }

  #finder(addresses: Finder['addresses']): Finder {
    const { store, ports } = this.#parts
    return { crypto: ports.crypto, secrets: store.secrets.get('keys')!, addresses }
  }
}

/** What the miner of a slice's last block was paid. */
function rewardOf(slice: Slice): bigint {
  const { outputs } = transactionIn(slice, slice.firstTransaction.at(-2)!)
  return outputs.reduce((sum, { amount }) => sum + amount, 0n)
}

const tooDeep = (depth: bigint) =>
  `reorg exceeds maximum allowed depth: none of the last ${depth} blocks is on the daemon's chain`

// A promise that is waited for later must not count as unhandled until then.
const settled = <T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
