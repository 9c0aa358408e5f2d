/**
 * A feed in files: chunks are added at the end and removed from there. Each read compares the digest.
 *
 * Member files exist for the first chunks: for all, once a feed that was begun without them is caught up.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/address.ts'
import { chunkBlocks } from '#protocol/feed/chunk.ts'
import {
  chunkName,
  emptyIndex,
  heightOf,
  indexName,
  indexText,
  InvalidFeed,
  partsOf,
  readIndex,
  readList,
  readMemberList,
  type ChunkFiles,
  type FeedFile,
  type FeedIndex,
  type FileKind,
  type IndexHead,
  type MemberFile,
} from '#protocol/feed/feed-index.ts'
import type { MadeMembers } from '#protocol/feed/member-file.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import { digestOf, verified, type FeedFiles } from './feed-files.ts'
import { ListedEntries } from './listed-entries.ts'

const kinds = ['complete', 'scan'] as const satisfies readonly FeedKind[]

/** How a feed begins. A feed that exists keeps its first height. */
export type FeedBeginning = {
  network: Network
  /** Height of the first block, a multiple of `blocks`. */
  first?: number
  /** Blocks of a chunk. Tests have smaller ones. */
  blocks?: number
}

/** The files of a chunk as bytes. */
export type ChunkBytes = Record<FeedKind, Uint8Array<ArrayBuffer>>

export class StoredFeed {
  readonly #files: FeedFiles
  readonly #head: Omit<FeedIndex, 'chunks'>
  readonly #chunks: ListedEntries<ChunkFiles>
  readonly #members: ListedEntries<MemberFile>
  #text: string

  private constructor(
    files: FeedFiles,
    head: Omit<FeedIndex, 'chunks'>,
    chunks: ListedEntries<ChunkFiles>,
    members: ListedEntries<MemberFile>,
  ) {
    this.#files = files
    this.#head = head
    this.#chunks = chunks
    this.#members = members
    this.#text = this.#indexText()
  }

  /** Opens the feed in `files`, or begins one. @throws InvalidFeed if it is another one, or not readable. */
  static async open(files: FeedFiles, beginning: FeedBeginning): Promise<StoredFeed> {
    const { network, first = 0, blocks = chunkBlocks } = beginning
    const bytes = await files.read(indexName)
    const index: IndexHead = bytes
      ? readIndex(new TextDecoder().decode(bytes))
      : { ...emptyIndex(network, first, blocks), lists: [] }
    if (index.network !== network)
      throw new InvalidFeed(`expected a feed of ${network}, got one of ${index.network}`)
    if (index.blocks !== blocks)
      throw new InvalidFeed(`expected chunks of ${blocks} blocks, got ${index.blocks}`)
    const { lists, chunks: entries, members, ...head } = index
    const parts = { files, heightOf: (at: number) => heightOf(head, at) }
    const chunks = await ListedEntries.open(parts, { lists, entries }, readList)
    const listed = { lists: members?.lists ?? [], entries: members?.files ?? [] }
    const stored = await ListedEntries.open(parts, listed, readMemberList)
    if (stored.count > chunks.count)
      throw new InvalidFeed(`expected ${chunks.count} member files at most, got ${stored.count}`)
    return new StoredFeed(files, head, chunks, stored)
  }

  get network(): Network {
    return this.#head.network
  }

  /** Blocks of a chunk. */
  get blocks(): number {
    return this.#head.blocks
  }

  /** Number of chunks. */
  get count(): number {
    return this.#chunks.count
  }

  /** Number of chunks that have a member file: the first ones. */
  get memberCount(): number {
    return this.#members.count
  }

  /** Height of the first block of chunk `at`, or of the next one for {@link count}. */
  heightOf(at: number): number {
    return heightOf(this.#head, at)
  }

  /** The text of `index.json`. */
  get indexText(): string {
    return this.#text
  }

  filesOf(at: number): ChunkFiles | undefined {
    return this.#chunks.entries[at]
  }

  /** Position and kind of a file by its name; undefined for a file that the feed does not have. */
  find(name: string): { at: number; kind: FileKind } | 'list' | undefined {
    const parts = partsOf(name)
    if (!parts) return undefined
    const { folder, height, digest } = parts
    const at = (height - this.#head.first) / this.blocks
    if (folder === 'lists')
      return this.#listed.some((each) => each.hasList(at, digest)) ? 'list' : undefined
    return this.#fileOf(at, folder)?.digest === digest ? { at, kind: folder } : undefined
  }

  /** The bytes of a file of a chunk; undefined if it is missing or was changed. */
  read(at: number, kind: FileKind): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.#fileOf(at, kind)!
    return verified(this.#files, chunkName(kind, this.heightOf(at), file), file.digest)
  }

  /** The bytes of a list that the feed has. */
  readList(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return verified(this.#files, name, partsOf(name)!.digest)
  }

  /** Writes a list that the feed has again. */
  async restoreList(name: string): Promise<void> {
    const { height, digest } = partsOf(name)!
    const at = (height - this.#head.first) / this.blocks
    await this.#listed.find((each) => each.hasList(at, digest))!.restoreList(at)
  }

  /**
   * Adds a chunk at the end. It belongs to the feed once the index is written.
   *
   * @param members - Its ring members, where all chunks before have theirs.
   */
  async add(chunk: ChunkBytes, members?: MadeMembers): Promise<ChunkFiles> {
    const at = this.count
    const files = await this.#writeChunk(at, chunk)
    if (members) await this.#appendMembers(members, at)
    this.#chunks.entries.push(files)
    await this.#save()
    return files
  }

  /** Adds the ring members of the first chunk that has none. */
  async addMembers(members: MadeMembers): Promise<void> {
    await this.#appendMembers(members, this.memberCount)
    await this.#save()
  }

  /** Writes the files of a chunk again. @throws InvalidFeed if its bytes are others than those of the index. */
  async restore(at: number, chunk: ChunkBytes, members: MadeMembers): Promise<void> {
    await this.requireSame(at, chunk)
    const stored = this.#members.entries[at]
    if (stored && (await digestOf(members.bytes)) !== stored.digest) throw this.#another(at)
    await this.#writeChunk(at, chunk)
    if (stored) await this.#write(at, 'members', members.bytes)
  }

  /** @throws InvalidFeed for other files than those of the index. */
  async requireSame(at: number, chunk: ChunkBytes): Promise<void> {
    for (const kind of kinds)
      if ((await digestOf(chunk[kind])) !== this.filesOf(at)![kind].digest) throw this.#another(at)
  }

  /** Removes all chunks from `at` on. */
  async cut(at: number): Promise<void> {
    const chunks = this.#chunks.entries.splice(at)
    const members = this.#members.entries.splice(at)
    await this.#save()
    for (const [offset, files] of chunks.entries()) {
      const height = this.heightOf(at + offset)
      for (const kind of kinds) await this.#files.remove(chunkName(kind, height, files[kind]))
      const file = members[offset]
      if (file) await this.#files.remove(chunkName('members', height, file))
    }
  }

  get #listed() {
    return [this.#chunks, this.#members]
  }

  #fileOf(at: number, kind: FileKind): FeedFile | undefined {
    return kind === 'members' ? this.#members.entries[at] : this.filesOf(at)?.[kind]
  }

  #another(at: number) {
    return new InvalidFeed(`blocks from ${this.heightOf(at)} are not those of the stored feed`)
  }

  async #writeChunk(at: number, chunk: ChunkBytes): Promise<ChunkFiles> {
    const complete = await this.#write(at, 'complete', chunk.complete)
    return { complete, scan: await this.#write(at, 'scan', chunk.scan) }
  }

  async #write(at: number, kind: FileKind, bytes: Uint8Array<ArrayBuffer>): Promise<FeedFile> {
    const file = { digest: await digestOf(bytes), bytes: bytes.length }
    await this.#files.write(chunkName(kind, this.heightOf(at), file), bytes)
    return file
  }

  async #appendMembers({ bytes, root, first, outputs }: MadeMembers, at: number) {
    this.#members.entries.push({
      ...(await this.#write(at, 'members', bytes)),
      root,
      first,
      outputs,
    })
  }

  async #save() {
    for (const each of this.#listed) await each.save()
    const text = this.#indexText()
    await this.#files.write(indexName, utf8ToBytes(text))
    this.#text = text
  }

  #indexText(): string {
    const index = { ...this.#head, chunks: this.#chunks.entries }
    const { lists, tail: files, count } = this.#members
    return indexText(index, this.#chunks.lists, count > 0 ? { lists, files } : undefined)
  }
}
