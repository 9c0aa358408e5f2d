import { describe, expect, test } from 'vitest'
import {
  isInputOf,
  refusedBefore,
  replaceAll,
  replacingInputs,
  requireReplaced,
} from '../../../../worker/engine/payments/replace-refused.ts'
import type { SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

const refusal = (txid: string, ...keyImages: string[]) => ({ txid, keyImages })
const output = (keyImage: string, amount = 1n) => ({ keyImage, amount })
const named = (outputs: readonly { keyImage: string }[]) => outputs.map(({ keyImage }) => keyImage)

const refused = (txid: string) => ({
  code: -4,
  data: 'refused before',
  message: expect.stringContaining(`could still be mined: ${txid}. Each`) as string,
})

describe('refusedBefore', () => {
  const blob = Uint8Array.of(1)
  const destinations = [{ address: 'shop', amount: 1n }]

  async function storeWith(...records: Partial<SentRecord>[]) {
    const store = new Store(async () => undefined)
    await store.commit((change) => {
      for (const [i, given] of records.entries())
        change.put(
          store.sent,
          `${i}`,
          sentRecord({ txid: `${i}`, state: 'failed', blob, ...given }),
        )
    })
    return store
  }
  const txids = (found: readonly { txid: string }[]) => found.map(({ txid }) => txid)

  test('returns refused payments of the account, and those of others to the same address', async () => {
    const store = await storeWith({ destinations }, { account: 1, destinations }, { account: 1 })
    expect(txids(refusedBefore(store, 0, []))).toEqual(['0'])
    expect(txids(refusedBefore(store, 0, ['shop']))).toEqual(['0', '1'])
    expect(txids(refusedBefore(store, 1, ['home']))).toEqual(['1', '2'])
  })
})

describe('isInputOf', () => {
  test('compares key images; an output without one is no input', () => {
    expect(isInputOf(refusal('r', 'a', 'b'), output('b'))).toBe(true)
    expect(isInputOf(refusal('r', 'a', 'b'), output('c'))).toBe(false)
    expect(isInputOf(refusal('r', 'a', 'b'), {})).toBe(false)
  })
})

describe('replaceAll', () => {
  test('requires an input of each', () => {
    const both = [refusal('r', 'a', 'b'), refusal('s', 'c')]
    expect(replaceAll(both, [output('b'), output('c')])).toBe(true)
    expect(replaceAll(both, [output('b'), output('a')])).toBe(false)
    expect(replaceAll([], [])).toBe(true)
  })
})

describe('replacingInputs', () => {
  test('takes the largest input of a refused payment', () => {
    const outputs = [output('a', 1n), output('b', 3n), output('c', 2n), output('d', 9n)]
    expect(named(replacingInputs([refusal('r', 'a', 'b', 'c')], outputs))).toEqual(['b'])
  })

  test('prefers an input of several refused payments to a larger one', () => {
    const outputs = [output('a', 9n), output('b', 1n), output('c', 9n)]
    const all = [refusal('r', 'a', 'b'), refusal('s', 'b', 'c')]
    expect(named(replacingInputs(all, outputs))).toEqual(['b'])
  })

  test('adds the largest other inputs of the first one until they cover the amount', () => {
    const outputs = [output('a', 1n), output('b', 5n), output('c', 2n), output('d', 3n)]
    const all = [refusal('r', 'a', 'b', 'c'), refusal('s', 'd')]
    expect(named(replacingInputs(all, outputs, 8n))).toEqual(['b', 'd'])
    expect(named(replacingInputs(all, outputs, 9n))).toEqual(['b', 'd', 'c'])
    expect(named(replacingInputs(all, outputs, 99n))).toEqual(['b', 'd', 'c', 'a'])
  })

  test('returns nothing without refused payments', () => {
    expect(replacingInputs([], [output('a')], 5n)).toEqual([])
  })

  test('error: no input of one of them is there', () => {
    const all = [refusal('r', 'a'), refusal('s', 'b')]
    expect(() => replacingInputs(all, [output('a')])).toThrowError(
      expect.objectContaining(refused('s')),
    )
  })
})

describe('requireReplaced', () => {
  const all = [refusal('r', 'a', 'b'), refusal('s', 'b')]

  test('accepts transactions that each spend an input of each', () => {
    requireReplaced(all, [{ inputs: [output('a'), output('b')] }, { inputs: [output('b')] }])
    requireReplaced([], [{ inputs: [output('z')] }])
  })

  test('error: a second transaction without one', () => {
    const transactions = [{ inputs: [output('b')] }, { inputs: [output('a')] }]
    expect(() => requireReplaced(all, transactions)).toThrowError(
      expect.objectContaining(refused('s')),
    )
  })
})
