/**
 * Files of a feed for clients. A file is compared with its digest before it is sent for the first time; a damaged one is
 * made again.
 *
 * @module
 */
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { ByteRange } from './byte-range.ts'
import type { FeedBuilder } from './feed-builder.ts'
import type { FeedFiles, OpenFile } from './feed-files.ts'
import type { StoredFeed } from './stored-feed.ts'

export class ServedFiles {
  readonly feed: StoredFeed
  readonly #files: FeedFiles
  readonly #builder: Pick<FeedBuilder, 'restore'>
  /** Names of files that were compared. */
  readonly #intact = new Set<string>()
  /** One comparison at a time, because each needs a whole file in memory. */
  readonly #comparisons = new SerialQueue()

  constructor(feed: StoredFeed, files: FeedFiles, builder: Pick<FeedBuilder, 'restore'>) {
    this.feed = feed
    this.#files = files
    this.#builder = builder
  }

  /**
   * @param range - The part to send.
   * @returns Undefined for a file that the feed does not have. @throws If a damaged one cannot be made again.
   */
  async open(name: string, range?: ByteRange): Promise<OpenFile | undefined> {
    if (!this.feed.find(name)) return undefined
    const file = await this.#openIntact(name, range)
    if (file) return file
    // It was removed, or changed, after it was compared.
    this.#intact.delete(name)
    return this.#openIntact(name, range)
  }

  async #openIntact(name: string, range: ByteRange | undefined): Promise<OpenFile | undefined> {
    await this.#comparisons.take(() => this.#compare(name))
    return this.#files.open(name, range)
  }

  async #compare(name: string) {
    if (this.#intact.has(name)) return
    const found = this.feed.find(name)
    if (!found) return
    if (found === 'list') {
      if (!(await this.feed.readList(name))) await this.feed.restoreList(name)
    } else if (!(await this.feed.read(found.at, found.kind))) await this.#builder.restore(found.at)
    this.#intact.add(name)
  }
}
