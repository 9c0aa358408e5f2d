import { describe, expect, test } from 'vitest'
import { decompose, dustIn } from '../../../../worker/engine/tx/decompose.ts'

describe('decompose', () => {
  test.each([
    [0n, []],
    [7n, [7n]],
    [120_030n, [30n, 20_000n, 100_000n]],
    [
      18_446_744_073_709_551_615n,
      [
        5n,
        10n,
        600n,
        1_000n,
        50_000n,
        500_000n,
        9_000_000n,
        700_000_000n,
        3_000_000_000n,
        70_000_000_000n,
        4n * 10n ** 12n,
        4n * 10n ** 13n,
        7n * 10n ** 14n,
        6n * 10n ** 15n,
        4n * 10n ** 16n,
        4n * 10n ** 17n,
        8n * 10n ** 18n,
        10n ** 19n,
      ],
    ],
  ])('decomposes %d', (amount, digits) => {
    expect(decompose(amount)).toEqual(digits)
  })
})

describe('dustIn', () => {
  test.each([
    [0n, 0n],
    [2_000_000_000n, 2_000_000_000n],
    [2_000_000_001n, 1n],
    [41_999_999_999n, 1_999_999_999n],
    [43_999_999_999n, 999_999_999n],
  ])('of %d is %d', (change, dust) => {
    expect(dustIn(change)).toBe(dust)
  })
})
