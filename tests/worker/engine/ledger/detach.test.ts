import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detachBlocks } from '../../../../worker/engine/ledger/detach.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { receivedRecord, sentRecord } from '../../../support/wallets/transfer-records.ts'

const own = { blob: Uint8Array.of(1) }

/** A ledger of these records, before and after its blocks from `height` on are detached. */
async function detached(
  height: bigint,
  { outputs = [], sent = [] }: { outputs?: OutputRecord[]; sent?: SentRecord[] },
) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
    for (const record of sent) change.put(store.sent, record.txid, record)
  })
  await store.commit((change) => detachBlocks(change, store, height))
  return store
}

describe('detachBlocks', () => {
  test('removes outputs and payments received from the height on', async () => {
    const [kept, removed] = [someOutput({ height: 9n }), someOutput({ height: 10n })]
    const store = await detached(10n, { outputs: [kept, removed] })
    expect([...store.outputs.values()]).toEqual([kept])

    for (const height of [9n, 10n, 11n])
      await store.commit((change) =>
        change.put(store.received, `${height}`, receivedRecord({ height })),
      )
    await store.commit((change) => detachBlocks(change, store, 10n))
    expect([...store.received.keys()]).toEqual(['9'])
  })

  test.each([
    ['below the height: it stays spent', { txid: 'x', height: 9n }, { txid: 'x', height: 9n }],
    ['at the height: it is unspent', { txid: 'x', height: 10n }, undefined],
    ['in an unknown block: it stays spent', { txid: '' }, { txid: '' }],
    ['by an own pending transaction: it stays spent', { txid: 's' }, { txid: 's' }],
    ['by an own detached one: it waits again', { txid: 's', height: 12n }, { txid: 's' }],
  ])('of an output spent %s', async (_, spent, expected) => {
    const output = someOutput({ height: 5n, spent })
    const sent = [sentRecord({ ...own, height: 12n })]
    const store = await detached(10n, { outputs: [output], sent })
    expect(store.outputs.get(output.key)?.spent).toEqual(expected)
  })

  test('restores the output that a detached one with the same key replaced', async () => {
    const key = 'cc'.repeat(32)
    const first = someOutput({ key, height: 3n, amount: 1n })
    const second = someOutput({ key, height: 8n, amount: 2n, replaced: first })
    const third = someOutput({ key, height: 11n, amount: 3n, replaced: second })
    for (const [height, expected] of [
      [12n, third],
      [9n, second],
      [8n, first],
      [3n, undefined],
    ] as const)
      expect((await detached(height, { outputs: [third] })).outputs.get(key)).toEqual(expected)
  })

  test('makes an own transaction pending again, with its original change', async () => {
    const destinations = [
      { address: 'a', amount: 20n },
      { address: 'b', amount: 40n },
    ]
    // A payment to this wallet itself counted as change once it was mined.
    const mined = sentRecord({ ...own, destinations, amountOut: 0n, change: 90n, height: 12n })
    const store = await detached(10n, { sent: [mined] })
    const { height: _, ...rest } = mined
    expect(store.sent.get('s')).toEqual({ ...rest, state: 'pending', amountOut: 60n, change: 30n })
  })

  test('removes a detached transaction of another copy of the wallet, and keeps a failed own one', async () => {
    const { height: _, ...failed } = sentRecord({ ...own, txid: 'f', state: 'failed' })
    const sent = [sentRecord({ txid: 'old', height: 9n }), sentRecord({ height: 10n }), failed]
    const store = await detached(10n, { sent })
    expect([...store.sent.values()]).toEqual([sent[0], failed])
  })

  test('law: detaching in two steps equals detaching to the lower height at once', async () => {
    const height = fc.bigInt(0n, 12n)
    const sent = fc.record({ isOwn: fc.boolean(), height: fc.option(height, { nil: undefined }) })
    const output = fc.record({ height, spender: fc.option(fc.nat(2)), earlier: fc.option(height) })
    const ledger = fc.record({
      sent: fc.array(sent, { minLength: 3, maxLength: 3 }),
      outputs: fc.array(output, { maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(ledger, height, height, async (given, a, b) => {
        const spent = given.sent.map(({ height }, at) => ({
          txid: `${at}`,
          ...(height !== undefined && { height }),
        }))
        const sent = given.sent.map(({ isOwn, height }, at) => {
          const { height: _, ...record } = sentRecord({ txid: `${at}`, ...(isOwn && own) })
          const pending = { ...record, state: 'pending' as const }
          return height === undefined ? pending : { ...record, height }
        })
        const outputs = given.outputs.map(({ earlier, spender, height }) => {
          const made = someOutput({ height, ...(spender !== null && { spent: spent[spender]! }) })
          const isReplacement = earlier !== null && earlier < height
          return isReplacement ? { ...made, replaced: { ...made, height: earlier } } : made
        })
        const [low, high] = a < b ? [a, b] : [b, a]
        const store = await detached(high, { outputs, sent })
        await store.commit((change) => detachBlocks(change, store, low))
        const atOnce = await detached(low, { outputs, sent })
        expect([...store.outputs.rows]).toEqual([...atOnce.outputs.rows])
        expect([...store.sent.rows]).toEqual([...atOnce.sent.rows])
      }),
      { numRuns: count(100, 5000), seed: seed() },
    )
  })
})
