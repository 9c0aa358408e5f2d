/**
 * Numbers ledger entries, and notes which blocks were replaced, so that a listener can be sent all changes
 * since a given moment, at any height.
 *
 * Numbers increase. While clocks are right they are also times: between wallets, and after a restore from
 * a copy, the entry with the larger number is the later one.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import type { HistoryRecord, Replacement } from './records.ts'
import type { Change, Store } from './store.ts'

type History = Pick<Store, 'history'>

/** Entries per second before numbers run ahead of the clock. */
const perSecond = 1_000_000n

/** Number of separate replacements that are kept. Older ones are merged. */
export const mostReplaced = 100

const emptyHistory: HistoryRecord = { last: 0n, replaced: [] }

export const historyOf = ({ history }: History): Readonly<HistoryRecord> =>
  history.valueIfStored ?? emptyHistory

/** Lower bound of the numbers given at a moment. @param seconds - Unix time. */
export const firstNumberAt = (seconds: bigint): bigint => seconds * perSecond

/** Stages one more entry. @param now - Unix seconds. @returns Its number. */
export function nextNumber(change: Change, { history }: History, now: bigint): bigint {
  const known = change.getValue(history) ?? emptyHistory
  const first = firstNumberAt(now)
  const last = first > known.last ? first : known.last + 1n
  change.setValue(history, { ...known, last })
  return last
}

/** Stages that blocks were replaced. Call it before their successors are applied. */
export function noteReplaced(
  change: Change,
  store: History,
  now: bigint,
  blocks: Omit<Replacement, 'number'>,
): void {
  const number = nextNumber(change, store, now)
  const { last, replaced, scannedBefore } = change.getValue(store.history)!
  const all = [...replaced, { number, ...blocks }]
  const kept =
    all.length > mostReplaced ? [mergeReplacements(all[0]!, all[1]!), ...all.slice(2)] : all
  const scanned =
    scannedBefore === undefined ? {} : { scannedBefore: min(scannedBefore, blocks.height) }
  change.setValue(store.history, { last, replaced: kept, ...scanned })
}

/** Stages that a rescan begins. @param height - Blocks that were scanned. */
export function noteRescan(change: Change, { history }: History, height: bigint): void {
  const known = change.getValue(history) ?? emptyHistory
  const scannedBefore = max(known.scannedBefore ?? 0n, height)
  change.setValue(history, { ...known, scannedBefore })
}

/** Whether a block was scanned before a rescan. @param height - Of the block; 0 for the pool. */
export const wasScannedBefore = (change: Change, { history }: History, height: bigint): boolean =>
  height > 0n && height < (change.getValue(history)?.scannedBefore ?? 0n)

/** Merges two replacements into one that covers both, at the later number. */
function mergeReplacements(earlier: Replacement, later: Replacement): Replacement {
  const height = earlier.height < later.height ? earlier.height : later.height
  const [a, b] = [earlier, later].map((each) => each.height + BigInt(each.detached))
  const top = a! > b! ? a! : b!
  return { number: later.number, height, detached: Number(top - height) }
}
