/**
 * The scan feed of a server, as a refresh reads it. All wallets request the same files in the same order.
 *
 * @module
 */
import { chunkName, type IndexHead } from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon } from '../base/ports.ts'
import type { FeedAgreement } from './feed-agreement.ts'
import { FeedChunks } from './feed-chunks.ts'
import type { ChunkBytes } from './feed-download.ts'
import { feedIndex, intactFile, type FeedFile, type FileParts } from './feed-files.ts'

export class Feed {
  readonly #file: FeedFile
  readonly #chunks: FeedChunks
  readonly #parts: FileParts
  readonly #agreement: FeedAgreement

  private constructor(
    file: FeedFile,
    index: IndexHead,
    parts: FileParts,
    agreement: FeedAgreement,
  ) {
    this.#file = file
    this.#chunks = new FeedChunks(index, (name, digest) => this.#read(name, digest, true))
    this.#parts = parts
    this.#agreement = agreement
  }

  /**
   * Requests the index of a daemon.
   *
   * @param agreement - Compares digests with those of other sources.
   * @returns Undefined where it has no feed, or an empty one.
   * @throws InvalidFeed for the feed of another network, or for something else.
   */
  static async open(
    daemon: Daemon,
    network: Network,
    parts: FileParts,
    agreement: FeedAgreement,
  ): Promise<Feed | undefined> {
    const file = daemon.feedFile?.bind(daemon)
    const index = file && (await feedIndex(file, [network]))
    if (!file || !index) return undefined
    const feed = new Feed(file, index, parts, agreement)
    return feed.end === feed.first ? undefined : feed
  }

  /** Height of its first block. */
  get first(): bigint {
    return this.#chunks.first
  }

  /** Height above its last block. */
  get end(): bigint {
    return this.#chunks.end
  }

  /** Height above the last block of the chunk that has the block at a height. */
  chunkEnd(height: bigint): bigint {
    const blocks = BigInt(this.#chunks.blocks)
    return (height / blocks + 1n) * blocks
  }

  /**
   * The chunk that has the block at a height from {@link first} on and below {@link end}.
   *
   * @param kind - Of the chunk.
   * @throws InvalidFeed for a file that is missing, or has another digest also when it is requested again; for a chunk
   *   that another source has otherwise, before it is requested.
   */
  async chunkWith(height: bigint, kind: FeedKind): Promise<ChunkBytes> {
    const { first, files } = await this.#chunks.at(height)
    const isPinned = await this.#agreement.compare(this.#chunks, height, kind)
    const name = chunkName(kind, first, files[kind])
    const { cache } = this.#parts
    const isToKeep = cache !== undefined && this.#chunks.bytesFrom(height, kind) <= cache.budget
    const bytes = await this.#read(name, files[kind].digest, isToKeep)
    return { first: BigInt(first), bytes, isPinned }
  }

  #read(name: string, digest: string, isToKeep: boolean): Promise<Uint8Array<ArrayBuffer>> {
    return intactFile(this.#file, this.#parts, { name, digest, isToKeep })
  }
}
