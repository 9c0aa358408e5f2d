/**
 * The chunks that a feed has, by its index and the lists that this names.
 *
 * @module
 */
import {
  chunksPerList,
  heightOf,
  listName,
  readList,
  type ChunkFiles,
  type IndexHead,
} from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'

/** Reads a list. @param digest - Of its bytes, which are compared. */
type ReadListFile = (name: string, digest: string) => Promise<Uint8Array>

/** Where a chunk is, and its files. */
export type ChunkPlace = {
  /** Height of its first block. */
  first: number
  /** Number of its blocks. */
  blocks: number
  files: ChunkFiles
}

export class FeedChunks {
  readonly #index: IndexHead
  readonly #readFile: ReadListFile
  readonly #lists = new Map<number, ChunkFiles[]>()

  constructor(index: IndexHead, readFile: ReadListFile) {
    this.#index = index
    this.#readFile = readFile
  }

  /** Height of the first block. */
  get first(): bigint {
    return BigInt(this.#index.first)
  }

  /** Height above the last block. */
  get end(): bigint {
    const { lists, chunks } = this.#index
    return BigInt(heightOf(this.#index, lists.length * chunksPerList + chunks.length))
  }

  /** Blocks of a chunk. */
  get blocks(): number {
    return this.#index.blocks
  }

  has(height: bigint): boolean {
    return height >= this.first && height < this.end
  }

  /** Name of the list with the chunk that has the block at a height; undefined where the index has the chunk itself. */
  listWith(height: bigint): string | undefined {
    const list = Math.floor(this.#numberOf(height) / chunksPerList)
    const digest = this.#index.lists[list]
    if (digest === undefined) return undefined
    return listName(heightOf(this.#index, list * chunksPerList), digest)
  }

  /** The chunk with the block at a height that {@link has} accepts. @throws InvalidFeed; what reading a list throws. */
  async at(height: bigint): Promise<ChunkPlace> {
    const { lists, chunks, blocks } = this.#index
    const at = this.#numberOf(height)
    const list = Math.floor(at / chunksPerList)
    const files =
      list < lists.length
        ? (await this.#list(list, this.listWith(height)!))[at % chunksPerList]!
        : chunks[at - lists.length * chunksPerList]!
    return { first: heightOf(this.#index, at), blocks, files }
  }

  /** Bytes of the chunks from a height on, as far as their sizes are known. */
  bytesFrom(height: bigint, kind: FeedKind): number {
    const { lists, chunks } = this.#index
    const at = this.#numberOf(height)
    const inList = this.#lists.get(Math.floor(at / chunksPerList))?.slice(at % chunksPerList) ?? []
    const inTail = chunks.slice(Math.max(0, at - lists.length * chunksPerList))
    return [...inList, ...inTail].reduce((sum, files) => sum + files[kind].bytes, 0)
  }

  #numberOf(height: bigint): number {
    const { first, blocks } = this.#index
    return Math.floor((Number(height) - first) / blocks)
  }

  async #list(list: number, name: string): Promise<ChunkFiles[]> {
    const known = this.#lists.get(list)
    if (known) return known
    const bytes = await this.#readFile(name, this.#index.lists[list]!)
    const read = readList(name, new TextDecoder().decode(bytes))
    this.#lists.set(list, read)
    return read
  }
}
