/**
 * Entries of the index of a feed, one for each chunk: 256 at a time are a list in a file of its own.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  chunksPerList,
  InvalidFeed,
  listName,
  listText,
  type ChunkFiles,
  type MemberFile,
} from '#protocol/feed/feed-index.ts'
import { digestOf, verified, type FeedFiles } from './feed-files.ts'

type ListParts = {
  files: FeedFiles
  /** Height of the first block of chunk `at`. */
  heightOf: (at: number) => number
}

export class ListedEntries<Entry extends ChunkFiles | MemberFile> {
  readonly #parts: ListParts
  /** All of them. */
  readonly entries: Entry[]
  readonly #lists: string[]

  constructor(parts: ListParts, entries: Entry[] = [], lists: readonly string[] = []) {
    this.#parts = parts
    this.entries = entries
    this.#lists = [...lists]
  }

  /**
   * Reads the lists.
   *
   * @param head - Digests of lists, and the entries after those.
   * @param read - Reads one. @throws InvalidFeed for a list that is missing or was changed.
   */
  static async open<Entry extends ChunkFiles | MemberFile>(
    parts: ListParts,
    head: { lists: readonly string[]; entries: readonly Entry[] },
    read: (name: string, text: string) => Entry[],
  ): Promise<ListedEntries<Entry>> {
    const listed: Entry[] = []
    for (const digest of head.lists) {
      const name = listName(parts.heightOf(listed.length), digest)
      const list = await verified(parts.files, name, digest)
      if (!list) throw new InvalidFeed(`${name} is missing or was changed`)
      listed.push(...read(name, new TextDecoder().decode(list)))
    }
    return new ListedEntries(parts, [...listed, ...head.entries], head.lists)
  }

  get count(): number {
    return this.entries.length
  }

  /** Digests of the lists. */
  get lists(): readonly string[] {
    return this.#lists
  }

  /** The entries after those of the lists. */
  get tail(): Entry[] {
    return this.entries.slice(this.#lists.length * chunksPerList)
  }

  /** Whether there is a list with this digest that begins at chunk `at`. */
  hasList(at: number, digest: string): boolean {
    return this.#lists[at / chunksPerList] === digest
  }

  /** Writes a list again. @param at - Its first chunk. */
  restoreList(at: number): Promise<void> {
    const name = listName(this.#parts.heightOf(at), this.#lists[at / chunksPerList]!)
    return this.#parts.files.write(name, this.#listFrom(at))
  }

  /** Writes the lists that are full by now. They count once the index is written. */
  async save(): Promise<void> {
    const { files, heightOf } = this.#parts
    const full = Math.floor(this.count / chunksPerList)
    this.#lists.splice(full)
    while (this.#lists.length < full) {
      const first = this.#lists.length * chunksPerList
      const bytes = this.#listFrom(first)
      const digest = await digestOf(bytes)
      await files.write(listName(heightOf(first), digest), bytes)
      this.#lists.push(digest)
    }
  }

  #listFrom(at: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(utf8ToBytes(listText(this.entries.slice(at, at + chunksPerList))))
  }
}
