/**
 * The scan feed of a server, as a refresh reads it. All wallets request the same files in the same order.
 *
 * @module
 */
import {
  chunkName,
  chunksPerList,
  heightOf,
  listName,
  readList,
  type ChunkFiles,
  type IndexHead,
} from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, FeedCache } from '../base/ports.ts'
import { feedIndex, intactFile, type FeedFile } from './feed-files.ts'
import type { ChunkBytes } from './feed-download.ts'

export class Feed {
  readonly #file: FeedFile
  readonly #index: IndexHead
  readonly #cache: FeedCache | undefined
  readonly #lists = new Map<number, ChunkFiles[]>()

  private constructor(file: FeedFile, index: IndexHead, cache: FeedCache | undefined) {
    this.#file = file
    this.#index = index
    this.#cache = cache
  }

  /**
   * Requests the index of a daemon.
   *
   * @param cache - Has files of earlier refreshes, which are not requested.
   * @returns Undefined where it has no feed, or an empty one.
   * @throws InvalidFeed for the feed of another network, or for something else.
   */
  static async open(
    daemon: Daemon,
    network: Network,
    cache?: FeedCache,
  ): Promise<Feed | undefined> {
    const file = daemon.feedFile?.bind(daemon)
    const index = file && (await feedIndex(file, [network]))
    if (!file || !index) return undefined
    const feed = new Feed(file, index, cache)
    return feed.#count === 0 ? undefined : feed
  }

  /** Height of its first block. */
  get first(): bigint {
    return BigInt(this.#index.first)
  }

  /** Height above its last block. */
  get end(): bigint {
    return BigInt(heightOf(this.#index, this.#count))
  }

  /** Height above the last block of the chunk that has the block at a height. */
  chunkEnd(height: bigint): bigint {
    const { blocks } = this.#index
    return (height / BigInt(blocks) + 1n) * BigInt(blocks)
  }

  /**
   * The chunk that has the block at a height from {@link first} on and below {@link end}.
   *
   * @param kind - Of the chunk.
   * @throws InvalidFeed for a file that is missing, or has another digest also when it is requested again.
   */
  async chunkWith(height: bigint, kind: FeedKind): Promise<ChunkBytes> {
    const { first, blocks } = this.#index
    const at = Math.floor((Number(height) - first) / blocks)
    const file = (await this.#filesOf(at))[kind]
    const begin = heightOf(this.#index, at)
    const name = chunkName(kind, begin, file)
    const bytes = await this.#read(name, file.digest, this.#isToKeep(at, kind))
    return { first: BigInt(begin), bytes }
  }

  get #count(): number {
    const { lists, chunks } = this.#index
    return lists.length * chunksPerList + chunks.length
  }

  async #filesOf(at: number): Promise<ChunkFiles> {
    const { lists, chunks } = this.#index
    const list = Math.floor(at / chunksPerList)
    if (list >= lists.length) return chunks[at - lists.length * chunksPerList]!
    const known = this.#lists.get(list) ?? (await this.#list(list, lists[list]!))
    this.#lists.set(list, known)
    return known[at % chunksPerList]!
  }

  async #list(list: number, digest: string): Promise<ChunkFiles[]> {
    const name = listName(heightOf(this.#index, list * chunksPerList), digest)
    return readList(name, new TextDecoder().decode(await this.#read(name, digest, true)))
  }

  /** Whether a chunk and those above it fit into the cache, as far as their sizes are known. */
  #isToKeep(at: number, kind: FeedKind): boolean {
    const { lists, chunks } = this.#index
    const list = Math.floor(at / chunksPerList)
    const inList = this.#lists.get(list)?.slice(at % chunksPerList) ?? []
    const inTail = chunks.slice(Math.max(0, at - lists.length * chunksPerList))
    const bytes = [...inList, ...inTail].reduce((sum, files) => sum + files[kind].bytes, 0)
    return this.#cache !== undefined && bytes <= this.#cache.budget
  }

  #read(name: string, digest: string, isToKeep: boolean): Promise<Uint8Array<ArrayBuffer>> {
    return intactFile(this.#file, this.#cache, { name, digest, isToKeep })
  }
}
