import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstTimestamp } from '#protocol/rules/limits.ts'
import {
  unlockHeight,
  isUnlocked,
  type ChainView,
} from '../../../../worker/engine/ledger/unlock.ts'
import { historyOf, nextNumber, noteReplaced } from '../../../../worker/engine/store/history.ts'
import type {
  PoolRecord,
  ReceivedRecord,
  SentRecord,
} from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import {
  changedSince,
  type ChangedRecords,
} from '../../../../worker/engine/ledger/changed-records.ts'
import type { Cursor } from '../../../../worker/engine/ledger/cursor.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

/** The same, by a look at every record. */
function plainMoves(store: Store, since: Cursor, view: ChainView): ChangedRecords {
  const replaced = historyOf(store).replaced.filter(({ number }) => number > since.number)
  const heights = replaced.map(({ height }) => height)
  const from = [...heights, since.height].reduce((a, b) => (a < b ? a : b))
  const isNew = ({ height = 0n, found }: { height?: bigint; found?: bigint }) => {
    if (heights.some((each) => height >= each)) return true
    return found === undefined ? height >= from : found > since.number
  }
  const received = [...store.received.values()]
  const confirmed = received.filter(isNew)
  const then = { ...view, height: from, time: since.time }
  const free = received.filter((record) => isUnlocked(record, view))
  const byHeight = (record: ReceivedRecord) => (unlockHeight(record) ?? 0n) > from
  return {
    from,
    replaced,
    confirmed,
    waiting: [...store.pool.values()].filter(({ found = 0n }) => found > since.number),
    sent: [...store.sent.values()].filter((record) => record.state === 'mined' && isNew(record)),
    unlocked: free.filter(byHeight),
    unlockedByClock: free.filter(
      (record) => unlockHeight(record) === undefined && !isNew(record) && !isUnlocked(record, then),
    ),
    unlockedToo: free.filter((record) => isNew(record) && !byHeight(record)),
  }
}

const txid = fc.constantFrom('a', 'b', 'c', 'd')
const height = fc.bigInt(0n, 40n)
const subaddress = fc.record({ account: fc.nat(1), address: fc.nat(1) })
const soon = fc.bigInt(0n, 900n).map((seconds) => firstTimestamp + seconds)
const unlockTime = fc.oneof(fc.constant(0n), fc.bigInt(0n, 60n), soon)
/** Of before there was a history. */
const isOld = fc.nat(3).map((one) => one === 0)

type Act = (store: Store) => Promise<unknown>

const nameOf = ({ txid, subaddress: { account, address } }: Omit<ReceivedRecord, 'height'>) =>
  `${txid}:${account}:${address}`
const receiving = fc.record({ txid, subaddress, height, unlockTime, isOld }).map(
  ({ isOld, ...given }): Act =>
    (store) =>
      store.commit((change) => {
        const record = given as unknown as ReceivedRecord
        const found = isOld ? undefined : nextNumber(change, store, 0n)
        change.put(store.received, nameOf(record), { ...record, ...(found && { found }) })
      }),
)
const waiting = fc.record({ txid, subaddress }).map(
  (given): Act =>
    (store) =>
      store.commit((change) => {
        const found = nextNumber(change, store, 0n)
        const record = { ...given, found } as unknown as PoolRecord
        change.put(store.pool, nameOf(record), record)
      }),
)
const state = fc.constantFrom('journaled', 'pending', 'failed', 'mined')
const mined = fc.option(height, { nil: undefined })
const sending = fc.record({ txid, state, height: mined, isOld }).map(
  ({ isOld, ...given }): Act =>
    (store) =>
      store.commit((change) => {
        const found = isOld ? undefined : nextNumber(change, store, 0n)
        const record = { ...given, ...(found && { found }) } as SentRecord
        change.put(store.sent, given.txid, record)
      }),
)
const forgetting = height.map(
  (from): Act =>
    (store) =>
      store.commit((change) => {
        noteReplaced(change, store, 0n, { height: from, detached: 1 })
        for (const [name, record] of store.received.rows)
          if (record.height >= from) change.delete(store.received, name)
        for (const [name, { height }] of store.sent.rows)
          if (height !== undefined && height >= from) change.delete(store.sent, name)
        for (const name of store.pool.keys()) change.delete(store.pool, name)
      }),
)
const act = fc.oneof(
  { weight: 4, arbitrary: receiving },
  { weight: 2, arbitrary: sending },
  { weight: 1, arbitrary: waiting },
  { weight: 1, arbitrary: forgetting },
)
const since = fc.record({ height, number: fc.bigInt(0n, 40n), time: soon })
const view = fc.record({ height, time: soon, now: soon, v2Height: fc.constant(1n) })

const asSets = ({ from, replaced, ...records }: ChangedRecords) => ({
  from,
  replaced,
  ...Object.fromEntries(
    Object.entries(records).map(([name, list]) => [name, new Set<unknown>(list)]),
  ),
  recordCount: Object.values(records).reduce((sum, list) => sum + list.length, 0),
})

test('law: changedSince returns each record that a search of all records finds once', async () => {
  const steps = fc.array(fc.record({ act, since, view }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const store = new Store(async () => undefined)
      for (const { act, since, view } of steps) {
        await act(store)
        expect(asSets(changedSince(store, since, view))).toEqual(
          asSets(plainMoves(store, since, view)),
        )
      }
    }),
    { seed: seed(), numRuns: count(200, 5000) },
  )
})
