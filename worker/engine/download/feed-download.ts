/**
 * A chunk of the scan feed, checked as far as it can be, as blocks of a refresh.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Clock } from '../base/ports.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { HeaderRules, usableTime } from '../scan/header-rules.ts'
import {
  bareIndicesOf,
  rowIndicesOf,
  type KnownOutputs,
  type OutputIndices,
} from '../scan/output-indices.ts'
import { ChunkSlices } from '../scan/read-chunk.ts'
import type { Hashing } from '../scan/read-piece.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { blocksIn, heightIn, idIn, type Slice } from '../scan/slice.ts'
import type { BlockDownload, Download } from './block-download.ts'
import type { KnownChain } from './download.ts'

/** What a chunk is read with. */
export type ChunkParts = {
  crypto: Hashing
  clock: Clock
  network: Network
  chain: KnownChain
  /** Number of blocks that the daemon reports. */
  daemonHeight: bigint
}

/** A chunk whose digest was compared. */
export type ChunkBytes = {
  /** Height at which it must begin. */
  first: bigint
  bytes: Uint8Array<ArrayBuffer>
  /** Whether this release or a second server has the same. */
  isPinned: boolean
}

/** The slices of a chunk, which follow each other and what the wallet knows. */
export type CheckedChunk = {
  kind: FeedKind
  /** Height of its first block. */
  first: bigint
  /** Their number. */
  blocks: bigint
  slices: readonly Slice[]
  /** RingCT outputs of the chain below. */
  firstOutput: number
  /** Length of the file. */
  bytes: number
}

/**
 * Reads a chunk.
 *
 * @throws ChainError for malformed bytes; InvalidDaemonData for blocks that are not a chain, break a rule of headers,
 *   or are others than those that the wallet knows; RpcError for rules that are newer than this wallet.
 */
export async function readCheckedChunk(
  { first, bytes, isPinned }: ChunkBytes,
  kind: FeedKind,
  { crypto, clock, network, chain }: ChunkParts,
): Promise<CheckedChunk> {
  const chunk = new ChunkSlices(bytes, crypto, network, kind)
  const { firstHeight, count, previousId, firstOutput } = chunk.head
  requireOfDaemon(firstHeight === first, `expected a chunk from block ${first}, got ${firstHeight}`)
  const before = first === 0n ? new Uint8Array(32) : chain.at(first - 1n)
  requireOfDaemon(
    !before || sameBytes(before, previousId),
    `block ${first} does not follow block ${first - 1n}`,
  )
  const timeAt = (height: bigint) => chain.timeAt(height)
  const now = usableTime(clock.now(), chain.timeAt(chain.height - 1n))
  const rules = new HeaderRules({ network, now, timeAt })
  const timeSlice = new TimeSlice(clock)
  const slices: Slice[] = []
  for (let slice = chunk.next(); slice; slice = chunk.next()) {
    rules.check(slice)
    requireKnown(slice, chain)
    slices.push({ ...slice, isPinned })
    await timeSlice.pause()
  }
  requireOfDaemon(slices.length > 0, `the chunk from block ${first} is empty`)
  const blocks = BigInt(count)
  return { kind, first, blocks, slices, firstOutput: Number(firstOutput), bytes: bytes.length }
}

/** The blocks of a chunk. Some of a scan chunk come from answers with blocks. */
export class FeedDownload implements Download {
  readonly end: Promise<{ currentHeight: bigint }>
  readonly bytes: number
  readonly height: bigint
  readonly isOfFeed = true
  readonly #slices: readonly Slice[]
  readonly #answers: ReadonlyMap<bigint, BlockDownload>

  /**
   * @param slices - All its blocks, in order.
   * @param answers - Those of slices with transactions, by the height of the slice.
   */
  constructor(
    { first, bytes }: Pick<CheckedChunk, 'first' | 'bytes'>,
    slices: readonly Slice[],
    daemonHeight: bigint,
    answers: ReadonlyMap<bigint, BlockDownload> = new Map(),
  ) {
    const answered = new Set(answers.values())
    this.bytes = [...answered].reduce((sum, answer) => sum + answer.bytes, bytes)
    this.height = first
    this.#slices = slices
    this.#answers = answers
    this.end = Promise.resolve({ currentHeight: daemonHeight })
  }

  at(position: number): Promise<Slice | undefined> {
    return Promise.resolve(this.#slices[position])
  }

  async outputIndices(scanned: ScannedSlice, below: KnownOutputs): Promise<OutputIndices> {
    const { slice } = scanned
    if (slice.rows) return rowIndicesOf(slice, below)
    if (slice.bare) return bareIndicesOf(slice, below)
    return this.#answers.get(slice.height)!.outputIndices(scanned, below)
  }

  cancel(): void {
    // It has arrived.
  }
}

/** Its blocks are too deep to be replaced: other ones are another chain's. */
function requireKnown(slice: Slice, chain: KnownChain) {
  for (let at = 0; at < blocksIn(slice); at++) {
    const known = chain.at(heightIn(slice, at))
    requireOfDaemon(
      !known || sameBytes(known, idIn(slice, at)),
      `block ${heightIn(slice, at)} is another one than the wallet's`,
    )
  }
}
