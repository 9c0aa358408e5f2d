import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstTimestamp } from '#protocol/rules/limits.ts'
import { freeAt } from '../../../../worker/engine/outputs/unlock.ts'
import type { ReceivedRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import {
  heldByClock,
  movesOf,
  receiptsOf,
  type Moves,
} from '../../../../worker/engine/transfers/moves.ts'
import { count, seed } from '../../../support/counts.ts'

type Since = Parameters<typeof movesOf>[1]

/** The same, by a look at every record. */
function plainMoves({ received, sent }: Store, { from, now, late }: Since): Moves {
  const isIn = (height: bigint, txid: string) => height >= from || late.has(txid)
  const isLetGo = (record: ReceivedRecord) => {
    const free = freeAt(record)
    return free !== undefined && free <= now && (free > from || late.has(record.txid))
  }
  return {
    confirmed: [...received.values()].filter(({ height, txid }) => isIn(height, txid)),
    unlocked: [...received.values()].filter(isLetGo),
    sent: [...sent.values()].filter(
      ({ state, height = 0n, txid }) => state === 'mined' && isIn(height, txid),
    ),
  }
}

const txid = fc.constantFrom('a', 'b', 'c', 'd')
const height = fc.bigInt(0n, 40n)
const subaddress = fc.record({ account: fc.nat(1), address: fc.nat(1) })
const unlockTime = fc.oneof(fc.constant(0n), fc.bigInt(0n, 60n), fc.constant(firstTimestamp))

type Act = (store: Store) => Promise<unknown>

const nameOf = ({ txid, subaddress: { account, address } }: ReceivedRecord) =>
  `${txid}:${account}:${address}`
const receiving = fc.record({ txid, subaddress, height, unlockTime }).map(
  (given): Act =>
    (store) =>
      store.commit((change) => {
        const record = given as ReceivedRecord
        change.put(store.received, nameOf(record), record)
      }),
)
const state = fc.constantFrom('journaled', 'pending', 'failed', 'mined')
const sending = fc.record({ txid, state, height: fc.option(height, { nil: undefined }) }).map(
  (given): Act =>
    (store) =>
      store.commit((change) => change.put(store.sent, given.txid, given as SentRecord)),
)
const forgetting = height.map(
  (from): Act =>
    (store) =>
      store.commit((change) => {
        for (const [name, record] of store.received.rows)
          if (record.height >= from) change.delete(store.received, name)
        for (const [name, { height }] of store.sent.rows)
          if (height !== undefined && height >= from) change.delete(store.sent, name)
      }),
)
const act = fc.oneof(
  { weight: 4, arbitrary: receiving },
  { weight: 2, arbitrary: sending },
  { weight: 1, arbitrary: forgetting },
)
const since = fc.record({ from: height, now: height, late: fc.array(txid, { maxLength: 2 }) })

const asSets = ({ confirmed, unlocked, sent }: Moves) => ({
  confirmed: new Set(confirmed),
  unlocked: new Set(unlocked),
  sent: new Set(sent),
  told: confirmed.length + unlocked.length + sent.length,
})

test('what moved is what a look at every record finds, each once', async () => {
  const steps = fc.array(fc.record({ act, since }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const store = new Store(async () => undefined)
      for (const { act, since } of steps) {
        await act(store)
        const asked = { ...since, late: new Set(since.late) }
        expect(asSets(movesOf(store, asked))).toEqual(asSets(plainMoves(store, asked)))
        const received = [...store.received.values()]
        const byClock = received.filter((record) => freeAt(record) === undefined)
        expect(new Set(heldByClock(store))).toEqual(new Set(byClock))
        for (const txid of ['a', 'e'])
          expect(new Set(receiptsOf(store, txid))).toEqual(
            new Set(received.filter((record) => record.txid === txid)),
          )
      }
    }),
    { seed: seed(), numRuns: count(200, 5000) },
  )
})
