/**
 * A feed in files: chunks are added at the end and removed from there. Each read compares the digest.
 *
 * @module
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/address.ts'
import { chunkBlocks } from '#protocol/feed/chunk.ts'
import {
  chunkName,
  chunksPerList,
  emptyIndex,
  heightOf,
  indexName,
  indexText,
  InvalidFeed,
  listName,
  listText,
  partsOf,
  readIndex,
  readList,
  type ChunkFiles,
  type FeedFile,
  type FeedIndex,
} from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { FeedFiles } from './feed-files.ts'

const kinds = ['complete', 'scan'] as const satisfies readonly FeedKind[]

/** How a feed begins. A feed that exists keeps its first height. */
export type FeedBeginning = {
  network: Network
  /** Height of the first block, a multiple of `blocks`. */
  first?: number
  /** Blocks of a chunk. Tests have smaller ones. */
  blocks?: number
}

export class StoredFeed {
  readonly #files: FeedFiles
  readonly #index: FeedIndex
  readonly #lists: string[]
  #text: string

  private constructor(files: FeedFiles, index: FeedIndex, lists: string[]) {
    this.#files = files
    this.#index = index
    this.#lists = lists
    this.#text = indexText(index, lists)
  }

  /** Opens the feed in `files`, or begins one. @throws InvalidFeed if it is another one, or not readable. */
  static async open(files: FeedFiles, beginning: FeedBeginning): Promise<StoredFeed> {
    const { network, first = 0, blocks = chunkBlocks } = beginning
    const bytes = await files.read(indexName)
    if (!bytes) return new StoredFeed(files, emptyIndex(network, first, blocks), [])
    const { lists, ...index } = readIndex(new TextDecoder().decode(bytes))
    if (index.network !== network)
      throw new InvalidFeed(`expected a feed of ${network}, got one of ${index.network}`)
    if (index.blocks !== blocks)
      throw new InvalidFeed(`expected chunks of ${blocks} blocks, got ${index.blocks}`)
    const listed: ChunkFiles[] = []
    for (const digest of lists) {
      const name = listName(heightOf(index, listed.length), digest)
      const list = await verified(files, name, { digest })
      if (!list) throw new InvalidFeed(`${name} is missing or was changed`)
      listed.push(...readList(name, new TextDecoder().decode(list)))
    }
    return new StoredFeed(files, { ...index, chunks: [...listed, ...index.chunks] }, [...lists])
  }

  get network(): Network {
    return this.#index.network
  }

  /** Blocks of a chunk. */
  get blocks(): number {
    return this.#index.blocks
  }

  /** Number of chunks. */
  get count(): number {
    return this.#index.chunks.length
  }

  /** Height of the first block of chunk `at`, or of the next one for {@link count}. */
  heightOf(at: number): number {
    return heightOf(this.#index, at)
  }

  /** The text of `index.json`. */
  get indexText(): string {
    return this.#text
  }

  filesOf(at: number): ChunkFiles | undefined {
    return this.#index.chunks[at]
  }

  /** Position and kind of a file by its name; undefined for a file that the feed does not have. */
  find(name: string): { at: number; kind: FeedKind } | 'list' | undefined {
    const parts = partsOf(name)
    if (!parts) return undefined
    const { folder, height, digest } = parts
    const at = (height - this.#index.first) / this.blocks
    if (folder === 'lists') return this.#lists[at / chunksPerList] === digest ? 'list' : undefined
    return this.filesOf(at)?.[folder].digest === digest ? { at, kind: folder } : undefined
  }

  /** The bytes of a chunk; undefined if the file is missing or was changed. */
  read(at: number, kind: FeedKind): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.#index.chunks[at]![kind]
    return verified(this.#files, chunkName(kind, this.heightOf(at), file), file)
  }

  /** The bytes of a list that the feed has. */
  readList(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return verified(this.#files, name, partsOf(name)!)
  }

  /** Writes a list that the feed has again. */
  restoreList(name: string): Promise<void> {
    const first = (partsOf(name)!.height - this.#index.first) / this.blocks
    return this.#files.write(name, this.#listFrom(first))
  }

  /** Adds a chunk at the end. It belongs to the feed once the index is written. */
  async add(chunk: Record<FeedKind, Uint8Array<ArrayBuffer>>): Promise<ChunkFiles> {
    const files = await this.#write(this.count, chunk)
    this.#index.chunks.push(files)
    await this.#save()
    return files
  }

  /** Writes the files of a chunk again. @throws InvalidFeed if its bytes are others than those of the index. */
  async restore(at: number, chunk: Record<FeedKind, Uint8Array<ArrayBuffer>>): Promise<void> {
    for (const kind of kinds) {
      const { digest } = this.#index.chunks[at]![kind]
      if ((await digestOf(chunk[kind])) !== digest)
        throw new InvalidFeed(`blocks from ${this.heightOf(at)} are not those of the stored feed`)
    }
    await this.#write(at, chunk)
  }

  /** Removes all chunks from `at` on. */
  async cut(at: number): Promise<void> {
    const removed = this.#index.chunks.splice(at)
    await this.#save()
    for (const [offset, files] of removed.entries())
      for (const kind of kinds)
        await this.#files.remove(chunkName(kind, this.heightOf(at + offset), files[kind]))
  }

  async #write(at: number, chunk: Record<FeedKind, Uint8Array<ArrayBuffer>>): Promise<ChunkFiles> {
    const written = {} as ChunkFiles
    for (const kind of kinds) {
      const bytes = chunk[kind]
      written[kind] = { digest: await digestOf(bytes), bytes: bytes.length }
      await this.#files.write(chunkName(kind, this.heightOf(at), written[kind]), bytes)
    }
    return written
  }

  async #save() {
    const { chunks } = this.#index
    const full = Math.floor(chunks.length / chunksPerList)
    this.#lists.splice(full)
    while (this.#lists.length < full) {
      const first = this.#lists.length * chunksPerList
      const bytes = this.#listFrom(first)
      const digest = await digestOf(bytes)
      await this.#files.write(listName(this.heightOf(first), digest), bytes)
      this.#lists.push(digest)
    }
    const text = indexText(this.#index, this.#lists)
    await this.#files.write(indexName, utf8ToBytes(text))
    this.#text = text
  }

  /** A list as bytes. @param first - Position of its first chunk. */
  #listFrom(first: number): Uint8Array<ArrayBuffer> {
    const chunks = this.#index.chunks.slice(first, first + chunksPerList)
    return new Uint8Array(utf8ToBytes(listText(chunks)))
  }
}

/** The bytes of a file, if they have the digest. */
async function verified(files: FeedFiles, name: string, { digest }: Pick<FeedFile, 'digest'>) {
  const bytes = await files.read(name)
  return bytes && (await digestOf(bytes)) === digest ? bytes : undefined
}

const digestOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
