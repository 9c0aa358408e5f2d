/**
 * Ring member groups of a daemon: settled ones from the member files of its scan feed, others from its light node.
 *
 * Requests depend on the groups alone. They begin with the newest ones: where the feed is on a static host, which has no
 * groups of new outputs, the first request shows it.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import {
  chunkName,
  chunksPerList,
  heightOf,
  InvalidFeed,
  listName,
  readMemberList,
  type IndexHead,
  type MemberFile,
  type MemberIndex,
} from '#protocol/feed/feed-index.ts'
import { hasGroup, placeOf, readMembers } from '#protocol/feed/member-file.ts'
import {
  groupName,
  groupOf,
  groupOutputs,
  readGroup,
  type GroupOutput,
} from '#protocol/feed/member-group.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, FeedCache } from '../base/ports.ts'
import { feedIndex, intactFile, type FeedFile } from './feed-files.ts'

/** Requests at the same time: browsers send no more to one server. */
const mostRequests = 6

/** What the wallet knows of RingCT outputs. */
export type OutputSums = {
  /** Outputs up to and with each block, the last one that of the wallet's top block. */
  counts: Float64Array
  /** Blocks of the wallet's chain. */
  height: number
}

export class MemberFeed {
  readonly #file: FeedFile
  readonly #index: IndexHead
  readonly #members: MemberIndex
  readonly #cache: FeedCache | undefined
  readonly #lists = new Map<number, MemberFile[]>()
  /** Outputs of groups that were read, by global index. */
  readonly #outputs = new Map<number, GroupOutput>()

  private constructor(
    file: FeedFile,
    index: IndexHead,
    members: MemberIndex,
    cache: FeedCache | undefined,
  ) {
    this.#file = file
    this.#index = index
    this.#members = members
    this.#cache = cache
  }

  /**
   * Requests the index of a daemon.
   *
   * @param cache - Keeps lists of files.
   * @returns Undefined where it has no feed, or one without ring members.
   * @throws InvalidFeed
   */
  static async open(
    daemon: Daemon,
    network: Network,
    cache?: FeedCache,
  ): Promise<MemberFeed | undefined> {
    const file = daemon.feedFile?.bind(daemon)
    // A wallet of another network may be on a private chain.
    const index = file && (await feedIndex(file, [network, 'fakechain']))
    if (!file || !index?.members) return undefined
    return new MemberFeed(file, index, index.members, cache)
  }

  /**
   * Outputs by their global index. Each group is requested once.
   *
   * @param indices - Global indices of RingCT outputs.
   * @returns Undefined if a group is not available.
   * @throws InvalidFeed, ChainError for a group that is false.
   */
  async outputs(
    indices: readonly number[],
    sums: OutputSums,
  ): Promise<ReadonlyMap<number, GroupOutput> | undefined> {
    const missing = indices.filter((index) => !this.#outputs.has(index))
    const groups = [...new Set(missing.map(groupOf))].sort((a, b) => b - a)
    const places = groups.map((group) => ({ group, chunks: this.#chunksOf(group, sums) }))
    for (const at of places.flatMap(({ chunks = [] }) => chunks)) await this.#fileOf(at)
    const isRead = await inOrder(places, mostRequests, ({ group, chunks }) =>
      chunks ? this.#readSettled(group, chunks) : this.#readNew(group, missing),
    )
    return isRead ? this.#outputs : undefined
  }

  /** The chunks whose files have a group; undefined where one of them has no file, or has not been mined. */
  #chunksOf(group: number, { counts, height }: OutputSums): number[] | undefined {
    const first = group * groupOutputs
    const { lists, files } = this.#members
    const end = lists.length * chunksPerList + files.length
    const chunkOf = (index: number) => {
      const block = height - counts.length + blockOf(counts, index)
      return Math.floor((block - this.#index.first) / this.#index.blocks)
    }
    const [from, to] = [chunkOf(first), chunkOf(first + groupOutputs - 1)]
    if (from < 0 || to >= end) return undefined
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  }

  async #fileOf(at: number): Promise<MemberFile> {
    const { lists, files } = this.#members
    const list = Math.floor(at / chunksPerList)
    if (list >= lists.length) return files[at - lists.length * chunksPerList]!
    const known = this.#lists.get(list) ?? (await this.#list(list, lists[list]!))
    this.#lists.set(list, known)
    return known[at % chunksPerList]!
  }

  async #list(list: number, digest: string): Promise<MemberFile[]> {
    const name = listName(heightOf(this.#index, list * chunksPerList), digest)
    const bytes = await intactFile(
      this.#file,
      { cache: this.#cache },
      { name, digest, isToKeep: true },
    )
    return readMemberList(name, new TextDecoder().decode(bytes))
  }

  /** Reads a group from files. @returns Whether it is available. */
  async #readSettled(group: number, chunks: readonly number[]): Promise<boolean> {
    for (const at of chunks) {
      const file = await this.#fileOf(at)
      // A chunk can be without RingCT outputs, as the first ones of mainnet are.
      if (file.outputs === 0) continue
      const part = await this.#part(at, file, group)
      if (!part) return false
      this.#keep(part.first, part.outputs)
    }
    const first = group * groupOutputs
    const all = Array.from({ length: groupOutputs }, (_, at) => first + at)
    const known = all.filter((index) => this.#outputs.has(index)).length
    if (known < groupOutputs)
      throw new InvalidFeed(`group ${group}: expected ${groupOutputs} outputs, got ${known}`)
    return true
  }

  #keep(first: number, outputs: readonly GroupOutput[]) {
    for (const [at, output] of outputs.entries()) this.#outputs.set(first + at, output)
  }

  /** The outputs of a group that are in the file of a chunk; undefined if the file is not available. */
  async #part(at: number, file: MemberFile, group: number) {
    if (!hasGroup(file, group))
      throw new InvalidFeed(`expected group ${group} of ring members in chunk ${at}`)
    const place = placeOf(file, group)
    const name = chunkName('members', heightOf(this.#index, at), file)
    return this.#intact(name, (bytes) => readMembers(file, group, bytes), place)
  }

  /** Reads a group that a light node makes. @param indices - Outputs of any groups. */
  async #readNew(group: number, indices: readonly number[]): Promise<boolean> {
    const first = group * groupOutputs
    const least = Math.max(...indices.filter((index) => groupOf(index) === group)) - first + 1
    const outputs = await this.#intact(groupName(group), (bytes) => {
      const read = readGroup(bytes)
      // A cache may have it from before the newest blocks.
      if (read.length < least)
        throw new InvalidFeed(`group ${group}: expected ${least} outputs, got ${read.length}`)
      return read
    })
    if (outputs) this.#keep(first, outputs)
    return outputs !== undefined
  }

  /** Requests a file; once more, and not from a cache, if it is not what it should be. */
  async #intact<T>(
    name: string,
    read: (bytes: Uint8Array<ArrayBuffer>) => T,
    part?: Parameters<FeedFile>[2],
  ): Promise<T | undefined> {
    for (const isFresh of [false, true]) {
      const bytes = await this.#file(name, isFresh, part)
      if (!bytes) continue
      try {
        return read(bytes)
      } catch (error) {
        if (isFresh || !isFalseGroup(error)) throw error
      }
    }
    return undefined
  }
}

/** Whether an error says that a group is not what the feed promised. */
export const isFalseGroup = (error: unknown): error is Error =>
  error instanceof InvalidFeed || error instanceof ChainError

/** Position of the first block with more outputs than `index`; the number of blocks if there is none. */
export function blockOf(counts: Float64Array, index: number): number {
  let low = 0
  let high = counts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (counts[middle]! <= index) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Runs tasks in their order, some at the same time, until one says that the rest is of no use.
 *
 * @returns Whether none said so. @throws The error of the first one that fails, when those that began have ended.
 */
async function inOrder<T>(
  tasks: readonly T[],
  most: number,
  run: (task: T) => Promise<boolean>,
): Promise<boolean> {
  const rest = tasks.values()
  let isUseful = true
  const work = async () => {
    for (const task of rest) {
      if (!isUseful) return
      try {
        isUseful = (await run(task)) && isUseful
      } catch (error) {
        isUseful = false
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: most }, work))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return isUseful
}
