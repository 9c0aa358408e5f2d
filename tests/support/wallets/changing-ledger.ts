/**
 * A ledger that random steps change, as refreshes and payments change it: for laws of indexes and balances.
 *
 * @module
 */
import fc from 'fast-check'
import { firstTimestamp } from '#protocol/rules/limits.ts'
import { accountBalances, balancesOf } from '../../../worker/engine/ledger/balances.ts'
import type { ChainView } from '../../../worker/engine/ledger/unlock.ts'
import type { OutputRecord, PoolRecord, SentRecord } from '../../../worker/engine/store/records.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { someOutput } from './output-records.ts'

const start: ChainView = { height: 100n, time: 1_700_000_000n, now: 1_700_000_000n, v2Height: 90n }

/** A ledger that changes commit by commit, over a chain that grows and shrinks. */
export class ChangingLedger {
  readonly store = new Store(async () => undefined)
  view = start
  readonly addresses = {
    indexOf: (text: string) => {
      const match = /^ours (\d) (\d)$/.exec(text)
      return match ? { account: Number(match[1]), address: Number(match[2]) } : undefined
    },
  }
  readonly sync = { view: () => this.view }

  balances(strict: boolean) {
    const held = balancesOf(this, { strict })
    return Array.from({ length: accounts }, (_, account) => accountBalances(held, account)).flat()
  }
}

export const accounts = 3
const subaddress = fc.record({
  account: fc.nat(accounts - 1),
  address: fc.nat(2),
})
const amount = fc.bigInt(0n, 1_000n)
const txid = fc.constantFrom('a', 'b', 'c')

/** None, a height, or seconds, most of them near the end of a lock. */
const unlockTime = fc.oneof(
  fc.constant(0n),
  fc.bigInt(90n, 140n),
  fc.bigInt(-300n, 300n).map((seconds) => start.time + seconds),
  fc.constantFrom(firstTimestamp - 1n, firstTimestamp),
)
const spent = fc.oneof(
  fc.constant(undefined),
  fc.record({ txid }),
  fc.record({ txid, height: fc.bigInt(80n, 110n) }),
)

type Act = (ledger: ChangingLedger) => unknown

const received = fc.record({ subaddress, amount, unlockTime, height: fc.bigInt(80n, 110n) }).map(
  (given): Act =>
    ({ store }) =>
      store.commit((change) => {
        const output = someOutput(given)
        change.put(store.outputs, output.key, output)
      }),
)

/** Positions among the outputs of the wallet. */
const some = fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
const edited =
  (edit: (output: OutputRecord) => OutputRecord, places: number[]): Act =>
  (ledger) => {
    const { store } = ledger
    return store.commit((change) => {
      const all = [...store.outputs.values()]
      if (all.length === 0) return
      for (const place of places) {
        const output = all[place % all.length]!
        change.put(store.outputs, output.key, edit(output))
      }
    })
  }
const spending = fc
  .tuple(some, spent)
  .map(([places, spent]) =>
    edited(({ spent: _, ...unspent }) => (spent ? { ...unspent, spent } : unspent), places),
  )
const freezing = fc
  .tuple(some, fc.boolean())
  .map(([places, frozen]) => edited((output) => ({ ...output, frozen }), places))
const replacing = fc
  .tuple(some, subaddress, amount)
  .map(([places, subaddress, amount]) =>
    edited((output) => ({ ...output, subaddress, amount, replaced: output }), places),
  )

/** Replaces the blocks from a height on. */
const reorganised = fc
  .tuple(fc.bigInt(80n, 110n), fc.bigInt(0n, 20n))
  .map(([from, more]): Act => async (ledger) => {
    const { store } = ledger
    await store.commit((change) => {
      for (const { key, height, replaced } of store.outputs.values())
        if (height >= from)
          if (replaced && replaced.height < from) change.put(store.outputs, key, replaced)
          else change.delete(store.outputs, key)
    })
    ledger.view = { ...ledger.view, height: from + more }
  })
const forgotten = fc.constant<Act>(async (ledger) => {
  const { store } = ledger
  await store.commit((change) => {
    for (const table of [store.outputs, store.sent, store.pool])
      for (const key of table.keys()) change.delete<unknown>(table, key)
  })
  ledger.view = { ...ledger.view, height: 1n }
})

const sent = fc
  .record({
    txid,
    state: fc.constantFrom('journaled', 'pending', 'failed', 'mined'),
    account: fc.nat(accounts - 1),
    change: amount,
    destinations: fc.array(
      fc.record({ address: fc.constantFrom('ours 0 1', 'ours 1 2', 'theirs'), amount }),
      { maxLength: 2 },
    ),
  })
  .map(
    (record): Act =>
      ({ store }) =>
        store.commit((change) => change.put(store.sent, record.txid, record as SentRecord)),
  )
const pooled = fc.tuple(txid, subaddress, fc.option(amount)).map(
  ([name, subaddress, amount]): Act =>
    ({ store }) =>
      store.commit((change) =>
        amount === null
          ? change.delete(store.pool, name)
          : change.put(store.pool, name, { subaddress, amount } as PoolRecord),
      ),
)
const moved = fc
  .record({
    height: fc.bigInt(80n, 140n),
    time: fc.bigInt(-400n, 400n),
    now: fc.bigInt(-400n, 400n),
  })
  .map(({ height, time, now }): Act => (ledger) => {
    ledger.view = { ...start, height, time: start.time + time, now: start.now + now }
  })

const act = fc.oneof(
  { weight: 6, arbitrary: received },
  { weight: 3, arbitrary: spending },
  { weight: 2, arbitrary: freezing },
  { weight: 1, arbitrary: replacing },
  { weight: 2, arbitrary: reorganised },
  { weight: 1, arbitrary: forgotten },
  { weight: 2, arbitrary: sent },
  { weight: 2, arbitrary: pooled },
  { weight: 4, arbitrary: moved },
)

export const ledgerSteps = fc.array(
  fc.record({ act, looksAt: fc.constantFrom('nothing', 'loose', 'both') }),
  {
    maxLength: 40,
  },
)
