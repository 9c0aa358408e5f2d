/**
 * Warnings about single transactions, kept until the user dismisses them.
 *
 * A dismissed one stays, so that a rescan or a reorganisation does not show it again. An exception are transactions that
 * could not be scanned: a rescan tries them again.
 *
 * @module
 */
import type { LedgerWarning } from '../base/events.ts'
import type { WarningRecord } from './records.ts'
import type { Change, Store, Table } from './store.ts'

type Tables = Pick<Store, 'warnings'>

/** Most warnings of one kind. A daemon can cause some kinds at will, and must not displace the others. */
export const mostOfKind = 50

/**
 * Stages a warning. If there are too many of its kind, the oldest is removed: a dismissed one, if there is one.
 *
 * @param now - Unix seconds. @returns Whether it is new.
 */
export function noteWarning(
  change: Change,
  { warnings }: Tables,
  warning: LedgerWarning,
  now: bigint,
): boolean {
  const { problem } = warning
  const name = nameOf(warning)
  if (change.get(warnings, name)) return false
  const staged = change.staged.get(warnings as Table<unknown>)
  const names = new Set([...warnings.keys(), ...(staged?.keys() ?? [])])
  const ofKind = [...names].flatMap((each) => {
    const record = change.get(warnings, each)
    return record?.problem === problem ? [{ ...record, name: each }] : []
  })
  const gone = ofKind.length < mostOfKind ? undefined : ofKind.sort(leastWanted)[0]
  if (gone) change.delete(warnings, gone.name)
  change.put(warnings, name, { ...warning, noticed: now, dismissed: false })
  return true
}

/** Warnings that are not dismissed, newest first, by their names. */
export const openWarnings = ({ warnings }: Tables): [name: string, Readonly<WarningRecord>][] =>
  [...warnings.rows]
    .filter(([, { dismissed }]) => !dismissed)
    .reverse()
    .sort(([, a], [, b]) => Number(b.noticed - a.noticed))

/** Stages that these warnings are dismissed; unknown names are ignored. */
export function dismissWarnings(
  change: Change,
  { warnings }: Tables,
  names: readonly string[],
): void {
  for (const name of names) {
    const record = change.get(warnings, name)
    if (record) change.put(warnings, name, { ...record, dismissed: true })
  }
}

/** Stages that all transactions are scanned again: what could not be scanned is no longer known. */
export function dropUnscanned(change: Change, { warnings }: Tables): void {
  for (const [name, { problem }] of warnings.rows)
    if (problem === 'unscanned') change.delete(warnings, name)
}

const nameOf = ({ problem, txid }: LedgerWarning) => `${problem}:${txid}`

function leastWanted(a: WarningRecord, b: WarningRecord): number {
  if (a.dismissed !== b.dismissed) return a.dismissed ? -1 : 1
  return Number(a.noticed - b.noticed)
}
