import fc from 'fast-check'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { amountShown, outlineOf, ringOffsets, weigh } from '../../../../worker/engine/tx/weigh.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import {
  build,
  draft,
  mint,
  others,
  standard,
  subaddress,
  terms,
} from '../../../support/transactions/own-transactions.ts'
import { someOutput, someRing } from '../../../support/wallets/output-records.ts'

const xmr = 10n ** 12n
const one = Uint8Array.of(1, ...new Uint8Array(31))

describe('weigh', () => {
  test('law: is the weight of the signed transaction', () => {
    const payees = [standard(), standard(others[1]), subaddress(1), subaddress(2), terms().change]
    const payments = fc.array(fc.nat(payees.length - 1), { minLength: 1, maxLength: 6 })
    const paymentId = fc.option(fc.constant(new Uint8Array(8)), { nil: undefined })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), payments, paymentId, (inputs, to, paymentId) => {
        const coins = Array.from({ length: inputs }, () => mint.output({ amount: xmr }))
        const wanted = to.map((at) => ({ ...payees[at]!, amount: 5n }))
        const isAlone = new Set(to).size === 1
        const made = draft(coins, wanted, isAlone ? { paymentId } : {})
        expect(weigh(made)).toBe(transactionWeight(build(made).tx))
      }),
      { numRuns: count(5, 200), seed: seed() },
    )
  })

  test('is the size of a signed transaction of version 1', () => {
    const coin = { ...mint.output({ amount: xmr }), ringct: false, mask: one }
    const payment = { ...terms().change, amount: xmr - 100_000_000n }
    const made = draft([coin], [payment], { ringct: false })
    expect(weigh(made)).toBe(build(made).tx.blob.length)
  })
})

describe('outlineOf', () => {
  test('has the inputs, fee and unlock time of the draft, and zeros for keys', () => {
    const coin = mint.output({ amount: xmr })
    const made = { ...draft([coin], [{ ...standard(), amount: 5n }]), unlockTime: 77n }
    const tx = outlineOf(made)
    expect(tx.unlockTime).toBe(77n)
    expect(tx.ringct!.fee).toBe(100_000_000n)
    const [input] = tx.inputs
    if (input?.kind !== 'key') throw new Error('expected an input that spends an output')
    expect(bytesToHex(input.keyImage)).toBe(coin.keyImage)
    expect(absoluteOffsets(input.keyOffsets)[made.rings[0]!.realIndex]).toBe(coin.globalIndex)
    expect(tx.outputs.map(({ key }) => bytesToHex(key))).toEqual(new Array(2).fill('00'.repeat(32)))
  })

  test('has the identity point for an unknown key image', () => {
    const { keyImage: _, ...unknown } = mint.output({ amount: xmr })
    const tx = outlineOf(draft([unknown], [{ ...standard(), amount: 5n }]))
    expect(tx.inputs).toMatchObject([{ keyImage: one }])
  })
})

test('ringOffsets are the differences of the global indices', () => {
  const ring = someRing(someOutput({ globalIndex: 105n }), 4)
  expect(ring.members.map(({ globalIndex }) => globalIndex)).toEqual([100, 101, 102, 103])
  expect(ringOffsets(ring)).toEqual([100n, 1n, 1n, 1n])
})

test('amountShown is the amount of an output from before RingCT, and zero for others', () => {
  expect(amountShown({ ringct: false, amount: 5n })).toBe(5n)
  expect(amountShown({ ringct: true, amount: 5n })).toBe(0n)
})
