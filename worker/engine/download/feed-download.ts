/**
 * A chunk of the scan feed, checked as far as it can be, as blocks of a refresh.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Clock } from '../base/ports.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { HeaderRules, usableTime } from '../scan/header-rules.ts'
import { rowIndicesOf, type KnownOutputs, type OutputIndices } from '../scan/output-indices.ts'
import { ChunkSlices } from '../scan/read-chunk.ts'
import type { Hashing } from '../scan/read-piece.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { blocksIn, heightIn, idIn, type Slice } from '../scan/slice.ts'
import type { Download } from './block-download.ts'
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

/** All slices of a chunk. */
export class FeedDownload implements Download {
  readonly end: Promise<{ currentHeight: bigint }>
  readonly bytes: number
  readonly height: bigint
  readonly slices: readonly Slice[]

  private constructor(
    bytes: number,
    height: bigint,
    slices: readonly Slice[],
    daemonHeight: bigint,
  ) {
    this.bytes = bytes
    this.height = height
    this.slices = slices
    this.end = Promise.resolve({ currentHeight: daemonHeight })
  }

  /**
   * Reads a chunk.
   *
   * @param first - Height at which it must begin.
   * @throws ChainError for malformed bytes; InvalidDaemonData for blocks that are not a chain, break a rule of headers,
   *   or are others than those that the wallet knows; RpcError for rules that are newer than this wallet.
   */
  static async read(
    { first, bytes }: { first: bigint; bytes: Uint8Array<ArrayBuffer> },
    { crypto, clock, network, chain, daemonHeight }: ChunkParts,
  ): Promise<FeedDownload> {
    const chunk = new ChunkSlices(bytes, crypto, network)
    const { firstHeight, previousId } = chunk.head
    requireOfDaemon(
      firstHeight === first,
      `expected a chunk from block ${first}, got ${firstHeight}`,
    )
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
      slices.push(slice)
      await timeSlice.pause()
    }
    requireOfDaemon(slices.length > 0, `the chunk from block ${first} is empty`)
    return new FeedDownload(bytes.length, first, slices, daemonHeight)
  }

  at(position: number): Promise<Slice | undefined> {
    return Promise.resolve(this.slices[position])
  }

  outputIndices({ slice }: ScannedSlice, below: KnownOutputs): Promise<OutputIndices> {
    return Promise.resolve(rowIndicesOf(slice, below))
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
