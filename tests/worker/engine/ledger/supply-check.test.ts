import { describe, expect, test } from 'vitest'
import { maxSupply } from '#protocol/rules/supply.ts'
import { requireSupply } from '../../../../worker/engine/ledger/supply-check.ts'
import { Store, type Change } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { receivedRecord, sentRecord } from '../../../support/wallets/transfer-records.ts'

/** Of mainnet, when more coins exist than 64 bits can count. */
const height = 3_700_000n
const most = maxSupply(height)
const max64 = 2n ** 64n - 1n

const storeOf = () => new Store(async () => {})

/** Checks a change at a height. */
const check = (store: Store, stage: (change: Change) => void, at = height) =>
  store.commit((change) => {
    stage(change)
    requireSupply(change, store, at)
  })

const putOutputs =
  (store: Store, ...outputs: ReturnType<typeof someOutput>[]) =>
  (change: Change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
  }

describe('an amount', () => {
  const early = 1000n
  const all = maxSupply(early)

  test.each<[string, (store: Store, amount: bigint) => (change: Change) => void]>([
    ['an output', (store, amount) => putOutputs(store, someOutput({ amount }))],
    [
      'an output without a key image',
      (store, amount) => {
        const { keyImage: _, ...output } = someOutput({ amount })
        return putOutputs(store, output)
      },
    ],
    [
      'a received payment',
      ({ received }, amount) =>
        (change) =>
          change.put(received, 'r', receivedRecord({ amount })),
    ],
    [
      'a payment in the pool',
      ({ pool }, amount) =>
        (change) => {
          const { height: _, ...record } = receivedRecord({ amount })
          change.put(pool, 'r', { ...record, doubleSpendSeen: false })
        },
    ],
    [
      'the change of a payment',
      ({ sent }, change) =>
        (staged) =>
          staged.put(sent, 's', sentRecord({ change })),
    ],
  ])('of %s is at most all coins at the height', async (_, stage) => {
    const [fits, exceeds] = [storeOf(), storeOf()]
    await check(fits, stage(fits, all), early)
    await expect(check(exceeds, stage(exceeds, all + 1n), early)).rejects.toMatchObject({
      name: 'RefusedByKeys',
      problem:
        `the wallet would hold ${all + 1n} piconero, and at most ${all} exist at height ${early}. ` +
        'If other daemons are refused for the same reason, rescan the wallet',
    })
  })

  test('has at most 64 bits, though more coins exist', async () => {
    expect(most).toBeGreaterThan(max64)
    const store = storeOf()
    const put = (amount: bigint) => (change: Change) =>
      change.put(store.received, 'r', receivedRecord({ amount }))
    await check(store, put(max64))
    await expect(check(store, put(max64 + 1n))).rejects.toThrow(`would hold ${max64 + 1n} piconero`)
  })
})

describe('all unspent outputs together', () => {
  const early = 1000n
  const half = maxSupply(early) / 2n

  test('are at most all coins', async () => {
    const store = storeOf()
    await check(store, putOutputs(store, someOutput({ amount: half })), early)
    await check(store, putOutputs(store, someOutput({ amount: half })), early)
    await expect(
      check(store, putOutputs(store, someOutput({ amount: 2n })), early),
    ).rejects.toMatchObject({ name: 'RefusedByKeys' })
    expect(store.outputs.size).toBe(2)
  })

  test.each([
    ['spent', { spent: { txid: 's' } }],
    ['without a key image, which may be spent', { keyImage: undefined }],
    ['imported', { imported: { position: 0, requested: false } }],
  ])('leave out those that are %s', async (_, given) => {
    const store = storeOf()
    const counted = someOutput({ amount: 2n * half })
    const other = { ...someOutput({ amount: half }), ...given } as typeof counted
    await check(store, putOutputs(store, counted, other), early)
    await check(store, putOutputs(store, { ...counted, spent: { txid: 's' } }), early)
    await check(store, putOutputs(store, someOutput({ amount: 2n * half })), early)
    expect(store.outputs.size).toBe(3)
  })
})
