/**
 * Movements since a position, read only from ledger entries and unlocks after it.
 *
 * @module
 */
import { unlockHeight, isUnlocked, type ChainView } from './unlock.ts'
import { historyOf } from '../store/history.ts'
import type { PoolRecord, ReceivedRecord, Replacement, SentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Subset } from '../store/subset.ts'
import { ByHeight, minedByHeight, receivedByHeight } from './by-height.ts'
import type { Cursor } from './cursor.ts'

export type ChangeTables = Pick<Store, 'received' | 'sent' | 'pool' | 'history'>

/** Records by kind of event, each once. */
export type ChangedRecords = {
  /** Height of the first new block: above the position, or replaced. */
  from: bigint
  /** Ascending by number. */
  replaced: readonly Replacement[]
  waiting: Readonly<PoolRecord>[]
  confirmed: Readonly<ReceivedRecord>[]
  sent: Readonly<SentRecord>[]
  /** Unlocked by a height above `from`. */
  unlocked: Readonly<ReceivedRecord>[]
  /** Unlocked by time after the position, of outputs found before it. */
  unlockedByClock: Readonly<ReceivedRecord>[]
  /** Of outputs found since, all others that are unlocked. */
  unlockedToo: Readonly<ReceivedRecord>[]
}

export function changedSince(store: ChangeTables, since: Cursor, view: ChainView): ChangedRecords {
  const { received, sent, pool } = store
  const replaced = historyOf(store).replaced.filter(({ number }) => number > since.number)
  const again = replaced.reduce<bigint | undefined>(
    (least, { height }) => lower(height, least),
    undefined,
  )
  const from = lower(since.height, again)

  /** Numbers alone do not suffice: older records have none, and events of replaced blocks are sent again. */
  const isNew = ({ height = 0n, found }: Readonly<{ height?: bigint; found?: bigint }>) =>
    found === undefined ? height >= from : again !== undefined && height >= again
  const confirmed = once([
    ...received.index(receivedByNumber).between(since.number),
    ...[...received.index(receivedByHeight).between(from - 1n)].filter(isNew),
  ])
  const found = new Set(confirmed)
  const then = { ...view, height: from, time: since.time }
  const unlocked = [...received.index(byRelease).between(from, view.height)]
  const unlockedByClock = [...received.index(lockedByClock).values()].filter(
    (record) => !found.has(record) && isUnlocked(record, view) && !isUnlocked(record, then),
  )
  const told = new Set(unlocked)
  return {
    from,
    replaced,
    confirmed,
    unlocked,
    unlockedByClock,
    waiting: [...pool.values()].filter(({ found = 0n }) => found > since.number),
    sent: once([
      ...sent.index(minedByNumber).between(since.number),
      ...[...sent.index(minedByHeight).between(from - 1n)].filter(isNew),
    ]),
    unlockedToo: confirmed.filter((record) => isUnlocked(record, view) && !told.has(record)),
  }
}

const receivedByNumber = () => new ByHeight<ReceivedRecord>(({ found }) => found)
const minedByNumber = () =>
  new ByHeight<SentRecord>(({ state, found }) => (state === 'mined' ? found : undefined))
const byRelease = () => new ByHeight<ReceivedRecord>(unlockHeight)
const lockedByClock = () =>
  new Subset<ReceivedRecord>((record) => unlockHeight(record) === undefined)

const lower = (a: bigint, b: bigint | undefined) => (b === undefined || a < b ? a : b)

const once = <T>(list: readonly T[]): T[] => [...new Set(list)]
