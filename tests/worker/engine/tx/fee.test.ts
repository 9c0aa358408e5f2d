import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '../../../../worker/engine/tx/fee.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

describe('feeOf', () => {
  test.each([
    [2_000, 20_000n, 10_000n, 40_000_000n],
    [1, 1n, 10_000n, 10_000n],
    [10_001, 1n, 10_000n, 20_000n],
    [2_171, 1_200_000n, 10_000n, 2_605_200_000n],
  ])('of %i bytes of weight at %d each, in steps of %d, is %d', (weight, perByte, mask, fee) => {
    expect(feeOf({ perByte, mask }, weight)).toBe(fee)
  })

  test('law: is the least multiple of the mask that pays for the weight', () => {
    const rate = fc.record({ perByte: fc.bigInt(0n, 10n ** 9n), mask: fc.bigInt(1n, 10n ** 6n) })
    fc.assert(
      fc.property(rate, fc.nat(150_000), (rate, weight) => {
        const fee = feeOf(rate, weight)
        const needed = BigInt(weight) * rate.perByte
        expect(fee % rate.mask).toBe(0n)
        expect(fee >= needed && fee < needed + rate.mask).toBe(true)
      }),
      { numRuns: count(100, 10_000), seed: seed() },
    )
  })
})
