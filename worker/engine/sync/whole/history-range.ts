/**
 * The range of whole blocks that proves all received payments: what is left of it, and what it costs.
 *
 * Nothing here depends on payments. The range begins at the restore height and ends at the top that the wallet's chain
 * had when it was opened. When it is complete, the next one covers the blocks that came since.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { roundedHeight, type BlockIds } from '../../ledger/block-ids.ts'
import type { OutputCounts } from '../../ledger/output-counts.ts'
import { isUnverified } from '../../ledger/transfer-view.ts'
import type { VerifiedRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

type RangeParts = {
  store: Pick<Store, 'info' | 'verified' | 'received'>
  chain: Pick<BlockIds, 'height' | 'at'>
  outputCounts: Pick<OutputCounts, 'outputsBelow'>
}

/** What is left of the range. */
export type HistoryProgress = {
  /** Height of its lowest block. */
  first: bigint
  /** Blocks from this height to below `top` are verified. */
  next: bigint
  top: bigint
  blocksLeft: bigint
  /** Estimated download. */
  bytesLeft: bigint
  /** Received payments that are not proved, in the range or not. */
  unverified: number
}

/**
 * The unfinished range with this start, or a new one.
 *
 * A new range is not stored. It leaves out blocks that a complete one with the same start covered.
 *
 * @param start - Height of the first block; the restore height if that is higher.
 */
export function openRange({ store, chain }: RangeParts, start: bigint): Readonly<VerifiedRecord> {
  const first = max(max(start, store.info.value.restoreHeight), 1n)
  const known = store.verified.valueIfStored
  const isKnown = known?.first === first
  if (isKnown && isOpen(known) && parentOf(chain, known)) return known
  const { height } = chain
  const below = isKnown ? (isOpen(known) ? known.below : known.top) : first
  return { first, below, next: height, top: height }
}

/** Whether blocks are left. */
export const isOpen = ({ next, below }: Readonly<VerifiedRecord>): boolean => next > below

/** Id of the highest block that is left; undefined while the wallet does not know it. */
export const parentOf = (
  chain: RangeParts['chain'],
  { next, parent }: Readonly<VerifiedRecord>,
): Uint8Array | undefined => chain.at(next - 1n) ?? parent

/** Heights of the next group, all below `to`. */
type Group = {
  /** The first that is requested: a multiple of 64, or the first block after genesis. */
  requested: bigint
  /** The first that is left. A daemon must not learn it: it can be the restore height. */
  from: bigint
  to: bigint
}

export function nextGroup({ next, below }: Readonly<VerifiedRecord>): Group {
  const requested = max(roundedHeight(next - 1n), 1n)
  return { requested, from: max(requested, below), to: next }
}

/** @param start - As for {@link openRange}. */
export function historyProgress(parts: RangeParts, start: bigint): HistoryProgress {
  const range = openRange(parts, start)
  const { first, below, next, top } = range
  const to = max(below, next)
  return {
    first,
    next,
    top,
    blocksLeft: to - below,
    bytesLeft: estimatedBytes(parts.outputCounts, below, to),
    unverified: [...parts.store.received.values()].filter(isUnverified).length,
  }
}

/** Header and miner transaction. */
const bytesPerBlock = 500n
/** Transactions of 2 inputs and 2 outputs have about 2.2 kB since view tags; those before Bulletproofs are larger. */
const bytesPerOutput = 1_000n
/** 50 MB a day, where outputs are not counted yet. */
const usualBytes = 70_000n

/** From the number of RingCT outputs in the blocks, which the wallet knows of the whole chain. */
function estimatedBytes(counts: RangeParts['outputCounts'], from: bigint, to: bigint): bigint {
  const blocks = to - from
  const [before, after] = [counts.outputsBelow(from), counts.outputsBelow(to)]
  if (before === undefined || after === undefined) return blocks * usualBytes
  return blocks * bytesPerBlock + BigInt(after - before) * bytesPerOutput
}
