/**
 * Keeps a feed up with the chain of a node.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { Keccak, KeccakParts } from '#protocol/chain/hashes.ts'
import { chunkIds, startAfter } from '#protocol/feed/build.ts'
import {
  chunkDepth,
  readChunk,
  scanChunkOf,
  writeChunk,
  type ChunkStart,
} from '#protocol/feed/chunk.ts'
import { InvalidFeed, type ChunkFiles } from '#protocol/feed/feed-index.ts'
import { writeMemberFile } from '#protocol/feed/member-file.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { ChunkChecks } from './chunk-checks.ts'
import { collectChunk, startAt, type Collected } from './collect.ts'
import type { StoredFeed } from './stored-feed.ts'
import { FeedError, type WholeBlocks } from './whole-blocks.ts'

/** What a builder did. Heights are those of first blocks, `to` that of the first block after. */
export type FeedEvent =
  | {
      name: 'chunk'
      from: number
      to: number
      length: number
      files: ChunkFiles
      /** Bytes of its ring members; 0 while earlier chunks have none. */
      memberBytes: number
    }
  /** The ring members of a stored chunk, which was written without them. */
  | { name: 'members'; from: number; to: number; bytes: number }
  /** A reorganisation replaced these blocks: their chunks are gone. */
  | { name: 'removed'; from: number; to: number }
  /** A damaged file was made again. */
  | { name: 'restored'; from: number; to: number }

export type FeedBuilderOptions = {
  source: WholeBlocks
  feed: StoredFeed
  checks: Pick<ChunkChecks, 'require' | 'pinnedHeight'>
  keccak: Keccak
  keccakParts: KeccakParts
  /** Commitment to an amount in the clear, 32 bytes. */
  clearCommitment: (amount: bigint) => Uint8Array
  report: (event: FeedEvent) => void
  /** Blocks below the tip that a chunk waits for. */
  depth?: number
}

export class FeedBuilder {
  readonly #options: FeedBuilderOptions
  readonly #depth: number
  /** Where the next chunk begins, once that is known. */
  #next: ChunkStart | undefined
  /** One change of the feed after the other. */
  readonly #changes = new SerialQueue()

  constructor(options: FeedBuilderOptions) {
    this.#options = options
    this.#depth = options.depth ?? chunkDepth
  }

  /**
   * Adds the chunks that the node has blocks for, and then the ring members of chunks that have none. Chunks that a
   * reorganisation replaced are made again.
   *
   * @param most - Chunks that are read at most. The next call continues after them.
   * @returns The number of blocks of the node.
   * @throws FeedError for blocks that do not fit, or a node of another chain; ChainError, and the errors of calls.
   */
  async catchUp(most = Infinity): Promise<bigint> {
    let length = await this.#changes.take(() => this.#dropReplaced())
    // A damaged file can be made again between two chunks.
    for (let read = 0; read < most && !this.isCompleteAt(length); read++)
      length = await this.#changes.take(() => this.#addNext(length))
    return length
  }

  /** Number of blocks below which the feed is complete, for a node with `length` blocks. */
  targetAt(length: bigint): bigint {
    const { feed } = this.#options
    const [first, blocks] = [BigInt(feed.heightOf(0)), BigInt(feed.blocks)]
    const settled = length - BigInt(this.#depth) - first
    return settled < 0n ? first : first + settled - (settled % blocks)
  }

  /** Whether the feed has all that a node with `length` blocks gives. */
  isCompleteAt(length: bigint): boolean {
    const { feed } = this.#options
    return this.#hasChunksAt(length) && feed.memberCount === feed.count
  }

  #hasChunksAt(length: bigint): boolean {
    const { feed } = this.#options
    return BigInt(feed.heightOf(feed.count)) >= this.targetAt(length)
  }

  /** Makes the files of a chunk again. @throws As {@link catchUp}, and InvalidFeed for other blocks. */
  async restore(at: number): Promise<void> {
    await this.#changes.take(() => this.#restore(at))
  }

  /** @param length - Blocks of the node. @returns The same, or more by now. */
  async #addNext(length: bigint): Promise<bigint> {
    if (!this.#hasChunksAt(length)) await this.#addChunk(length)
    else if (!this.isCompleteAt(length)) {
      await this.#addMembers()
      // Those of a long chain take hours: new chunks do not wait for them.
      return this.#options.source.height()
    }
    return length
  }

  async #addChunk(length: bigint): Promise<void> {
    const { feed, report } = this.#options
    // Not kept before the chunk is: the node may be a wrong one.
    const collected = await this.#collect(this.#next ?? (await this.#startOf(feed.count)))
    const at = feed.count
    const members = feed.memberCount === at ? memberFileOf(collected) : undefined
    const files = await feed.add(bytesOf(collected), members)
    this.#next = startAfter(collected.chunk, collected.ids)
    const [from, to] = [feed.heightOf(at), feed.heightOf(at + 1)]
    const memberBytes = members?.bytes.length ?? 0
    report({ name: 'chunk', from, to, length: Number(length), files, memberBytes })
  }

  /** Reads the blocks of the first chunk without ring members again. They were checked when it was stored. */
  async #addMembers(): Promise<void> {
    const { feed, report } = this.#options
    const at = feed.memberCount
    const collected = await this.#read(await this.#startOf(at))
    await feed.requireSame(at, bytesOf(collected))
    const members = memberFileOf(collected)
    await feed.addMembers(members)
    const [from, to] = [feed.heightOf(at), feed.heightOf(at + 1)]
    report({ name: 'members', from, to, bytes: members.bytes.length })
  }

  /**
   * Removes chunks at the end whose last block is not in the node's chain.
   *
   * @returns The number of blocks of the node.
   */
  async #dropReplaced(): Promise<bigint> {
    const { feed, source, report, checks } = this.#options
    const length = await source.height()
    const { count } = feed
    const end = BigInt(feed.heightOf(count))
    // A node that is behind is not a reorganisation.
    if (count > 0 && end > length)
      throw new FeedError(`expected a node with ${end} blocks, got ${length}`)
    if (count === 0 || (this.#next && (await this.#isOfNode(this.#next)))) return length
    this.#next = undefined
    for (let kept = count; kept > 0; kept--) {
      const next = await this.#endOf(kept - 1)
      if (next && (await this.#isOfNode(next))) {
        const from = feed.heightOf(kept)
        if (kept < count) await feed.cut(kept)
        this.#next = next
        if (kept < count) report({ name: 'removed', from, to: Number(end) })
        return length
      }
      if (BigInt(feed.heightOf(kept)) <= checks.pinnedHeight) break
    }
    throw new FeedError('the node has another chain than the stored feed')
  }

  /** Where a chunk ends; undefined if it is damaged and the node has other blocks. */
  async #endOf(at: number): Promise<ChunkStart | undefined> {
    try {
      return await this.#startOf(at + 1)
    } catch (error) {
      if (error instanceof InvalidFeed) return undefined
      throw error
    }
  }

  async #isOfNode({ firstHeight, previousId }: ChunkStart): Promise<boolean> {
    return sameBytes(await this.#options.source.idAt(firstHeight - 1n), previousId)
  }

  async #restore(at: number): Promise<Collected> {
    const { feed, report } = this.#options
    const collected = await this.#collect(await this.#startOf(at))
    await feed.restore(at, bytesOf(collected), memberFileOf(collected))
    report({ name: 'restored', from: feed.heightOf(at), to: feed.heightOf(at + 1) })
    return collected
  }

  async #collect(start: ChunkStart): Promise<Collected> {
    const collected = await this.#read(start)
    await this.#options.checks.require(collected)
    return collected
  }

  #read(start: ChunkStart): Promise<Collected> {
    const { source, feed, keccak, clearCommitment } = this.#options
    const { network, blocks: size } = feed
    return collectChunk(source, start, { size, network, keccak, clearCommitment })
  }

  /** Where a chunk begins: after the one before, which is made again if it is damaged. */
  async #startOf(at: number): Promise<ChunkStart> {
    const { feed, source } = this.#options
    if (at === 0) return startAt(source, BigInt(feed.heightOf(0)), feed.network)
    const bytes = await feed.read(at - 1, 'complete')
    if (bytes) return startAfterChunk(bytes, this.#options)
    const { chunk, ids } = await this.#restore(at - 1)
    return startAfter(chunk, ids)
  }
}

function startAfterChunk(
  bytes: Uint8Array,
  { keccak, keccakParts }: Pick<FeedBuilderOptions, 'keccak' | 'keccakParts'>,
): ChunkStart {
  const chunk = readChunk(bytes)
  return startAfter(chunk, chunkIds(chunk, keccak, keccakParts))
}

/** Copies into memory that may be sent anywhere. */
const bytesOf = ({ chunk, ids }: Collected) => ({
  complete: new Uint8Array(writeChunk(chunk)),
  scan: new Uint8Array(writeChunk(scanChunkOf(chunk, ids))),
})

const memberFileOf = ({ chunk, members }: Collected) =>
  writeMemberFile(Number(chunk.firstOutput), members)
