import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { subtractFee } from '../../../../../worker/engine/payments/fees/subtract-fee.ts'
import { count, seed } from '../../../../support/random/case-counts.ts'
import { payee } from '../../../../support/spending/payment-terms.ts'

const due = (amount: bigint, paysFee: boolean) => ({ ...payee(1), amount, paysFee })

/** Amounts after the fee. Payments with a star pay it. */
const paid = (fee: bigint, ...dues: [amount: bigint, paysFee?: '*'][]) =>
  subtractFee(
    dues.map(([amount, paysFee]) => due(amount, paysFee === '*')),
    fee,
  ).map(({ amount }) => amount)

describe('subtractFee', () => {
  test('leaves payments without a selection', () => {
    expect(paid(7n, [100n], [50n])).toEqual([100n, 50n])
  })

  test('takes equal parts of the selected ones, the remainder from the first', () => {
    expect(paid(8n, [100n, '*'], [50n], [60n, '*'], [70n, '*'])).toEqual([97n, 50n, 57n, 68n])
  })

  test('returns payments that name their recipient and no selection', () => {
    expect(subtractFee([due(10n, true)], 1n)).toEqual([{ ...payee(1), amount: 9n }])
  })

  test('law: the selected ones pay exactly the fee, in parts that differ by at most one', () => {
    const amount = fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n })
    const dues = fc.array(fc.tuple(amount, fc.boolean()), { minLength: 1, maxLength: 15 })
    const fee = fc.bigInt({ min: 0n, max: 10n ** 6n - 1n })
    fc.assert(
      fc.property(dues, fee, (given, fee) => {
        const before = [due(10n ** 6n, true), ...given.map(([amount, pays]) => due(amount, pays))]
        const after = subtractFee(before, fee)
        const parts = before.map(({ amount }, i) => amount - after[i]!.amount)
        expect(sumOfAmounts(before) - sumOfAmounts(after)).toBe(fee)
        const payers = parts.filter((_, i) => before[i]!.paysFee)
        expect(payers).toEqual(payers.toSorted((a, b) => Number(b - a)))
        expect(payers[0]! - payers.at(-1)!).toBeLessThanOrEqual(1n)
        expect(parts.filter((part, i) => !before[i]!.paysFee && part !== 0n)).toEqual([])
      }),
      { numRuns: count(100, 5000), seed: seed() },
    )
  })

  test('error: the selected payments together are below the fee', () => {
    expect(() => paid(10n, [5n, '*'], [4n, '*'], [1000n])).toThrow(
      expect.objectContaining({ reason: 'TX_NOT_POSSIBLE', message: 'tx not possible' }),
    )
  })

  test.each([4n, 5n])('error: a payment of %d with a part of 5', (amount) => {
    expect(() => paid(10n, [100n, '*'], [amount, '*'])).toThrow(
      expect.objectContaining({ reason: 'ZERO_AMOUNT', message: 'destination amount is zero' }),
    )
  })
})
