/**
 * Number of RingCT outputs of each block, from which decoys are drawn.
 *
 * The counts of blocks that the wallet reads are added with these blocks. Those of earlier blocks are loaded once, at
 * a time that does not depend on payments. The stored counts have no gaps.
 *
 * @module
 */
import { joinBytes } from '#protocol/bytes.ts'
import { addUp, blocksOf, firstBlocks, packCounts } from '#protocol/daemon/output-counts.ts'
import { heightOf, type Network } from '#protocol/rules/forks.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import type { OutputCountSegment } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/** Counts in one record. Every new block rewrites one, of about 16 kB. */
export const blocksPerSegment = 8192

/** What the output indices of blocks show. */
export type ReadCounts = {
  /** RingCT outputs before the first of the blocks; undefined if they have none. */
  below: number | undefined
  /** RingCT outputs of each block. */
  counts: Uint32Array
}

/** The reference's words for counts that are missing. */
export const noCounts = 'failed to get output distribution'

/** The first height with RingCT outputs. On a private chain they begin with its first block. */
export const ringctHeight = (network: Network): bigint =>
  network === 'fakechain' ? 0n : heightOf(network, 4)!

export class OutputCounts {
  readonly #rows: Store['outputCounts']
  readonly #ringctHeight: bigint

  constructor(rows: Store['outputCounts'], network: Network) {
    this.#rows = rows
    this.#ringctHeight = ringctHeight(network)
  }

  /** The first block with a count, and the RingCT outputs before it; undefined without counts. */
  get oldest(): Readonly<OutputCountSegment> | undefined {
    let oldest: Readonly<OutputCountSegment> | undefined
    for (const each of this.#rows.values()) if (!oldest || each.first < oldest.first) oldest = each
    return oldest
  }

  /** Height above the last block with a count; 0 without counts. */
  get height(): bigint {
    let newest: Readonly<OutputCountSegment> | undefined
    for (const each of this.#rows.values()) if (!newest || each.first > newest.first) newest = each
    return newest ? newest.first + BigInt(blocksOf(newest.counts)) : 0n
  }

  /** Whether the counts of all blocks below `height` are known. */
  isComplete(height: bigint): boolean {
    return this.oldest?.before === 0 && this.height >= height
  }

  /** RingCT outputs of all blocks below `height`; undefined while unknown. */
  outputsBelow(height: bigint): number | undefined {
    const { oldest } = this
    if (oldest?.before === 0 && height <= oldest.first) return 0
    return this.#below(height)?.outputs
  }

  /**
   * RingCT outputs up to and with each block below `height`, from the first height with RingCT on.
   *
   * Requires {@link isComplete}.
   */
  sums(height: bigint): Float64Array {
    const { first } = this.oldest!
    // A wallet of mainnet may be on a private chain, which has RingCT outputs from the start.
    const start = first < this.#ringctHeight ? 0n : this.#ringctHeight
    const sums = new Float64Array(Number(height - start))
    for (const segment of this.#rows.values()) {
      const blocks = Number(height - segment.first)
      if (blocks <= 0) continue
      const counts = firstBlocks(segment.counts, blocks)
      addUp(counts, sums, Number(segment.first - start), segment.before)
    }
    return sums
  }

  /**
   * Stages the counts of blocks that were read, in place of those from their height on.
   *
   * Loaded counts that contradict them are removed.
   *
   * @throws InvalidDaemonData when they contradict the indices of blocks that were read before.
   */
  apply(change: Change, height: bigint, { below, counts }: ReadCounts): void {
    const known = this.#below(height)
    const isContinued = known && known.outputs === (below ?? known.outputs)
    if (known && !isContinued && !known.isLoaded)
      throw new InvalidDaemonData(
        `output indices of block ${height} do not run on: expected ${known.outputs}, got ${below}. ` +
          'If other daemons are refused for the same reason, rescan the wallet',
      )
    this.#crop(change, isContinued ? height : 0n)
    const before = below ?? known?.outputs
    if (before !== undefined) this.#append(change, height, before, counts)
  }

  /** Stages the removal of all counts. */
  clear(change: Change): void {
    this.#crop(change, 0n)
  }

  /** Stages loaded counts that end where the stored ones begin. */
  prepend(change: Change, segments: readonly OutputCountSegment[]): void {
    for (const segment of segments) {
      const name = nameOf(segment.first)
      const later = change.get(this.#rows, name)
      const joined = later && {
        ...segment,
        loaded: segment.loaded + later.loaded,
        counts: joinBytes([segment.counts, later.counts]),
      }
      change.put(this.#rows, name, joined ?? segment)
    }
  }

  /** RingCT outputs below `height`, if the blocks before it have counts. */
  #below(height: bigint): { outputs: number; isLoaded: boolean } | undefined {
    const segment = this.#rows.get(nameOf(height - 1n))
    const blocks = segment && Number(height - segment.first)
    if (!blocks || blocks < 0 || blocks > blocksOf(segment.counts)) return undefined
    const outputs = addUp(firstBlocks(segment.counts, blocks), undefined, 0, segment.before)
    return { outputs, isLoaded: segment.loaded >= blocks }
  }

  #crop(change: Change, height: bigint) {
    for (const [name, segment] of this.#rows.rows) {
      const blocks = Number(height - segment.first)
      if (blocks <= 0) change.delete(this.#rows, name)
      else if (blocks < blocksPerSegment && blocks < blocksOf(segment.counts)) {
        const counts = firstBlocks(segment.counts, blocks).slice()
        const loaded = Math.min(segment.loaded, blocks)
        change.put(this.#rows, name, { ...segment, loaded, counts })
      }
    }
  }

  #append(change: Change, height: bigint, below: number, counts: Uint32Array) {
    let before = below
    for (let at = 0; at < counts.length;) {
      const first = height + BigInt(at)
      const part = counts.subarray(at, at + roomIn(first))
      const packed = packCounts(part)
      const known = change.get(this.#rows, nameOf(first))
      change.put(
        this.#rows,
        nameOf(first),
        known
          ? { ...known, counts: joinBytes([known.counts, packed]) }
          : { first, before, loaded: 0, counts: packed },
      )
      before = part.reduce((sum, count) => sum + count, before)
      at += part.length
    }
  }
}

/**
 * Loaded counts as records.
 *
 * @param height - Of the first block; there are no RingCT outputs before it.
 * @throws InvalidCounts
 */
export function segmentsOf(height: bigint, packed: Uint8Array): OutputCountSegment[] {
  const segments: OutputCountSegment[] = []
  let first = height
  let sum = 0
  for (let rest = packed; rest.length > 0;) {
    const counts = firstBlocks(rest, roomIn(first)).slice()
    const loaded = blocksOf(counts)
    segments.push({ first, before: sum, loaded, counts })
    sum = addUp(counts, undefined, 0, sum)
    rest = rest.subarray(counts.length)
    first += BigInt(loaded)
  }
  return segments
}

const nameOf = (height: bigint) => `${height / BigInt(blocksPerSegment)}`
const roomIn = (height: bigint) => blocksPerSegment - (Number(height) % blocksPerSegment)
