import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveMedian, longTermWeight, median } from '#protocol/rules/medians.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { regtest } from '../../vectors/chain/vectors.ts'

describe('median', () => {
  test.each([
    ['nothing', [], 0n],
    ['one', [7n], 7n],
    ['two, rounded down', [1n, 4n], 2n],
    ['three', [9n, 1n, 5n], 5n],
    ['four', [4n, 1n, 3n, 2n], 2n],
    ['the largest', [2n ** 64n - 1n, 2n ** 64n - 1n], 2n ** 64n - 1n],
  ])('of %s', (_, values, expected) => {
    expect(median(values)).toBe(expected)
  })
})

describe('longTermWeight', () => {
  test('is the weight that monerod stores', () => {
    for (const { header } of regtest.blocks) {
      const { block_weight, long_term_weight, major_version } = header
      const weight = longTermWeight(BigInt(block_weight), 0n, major_version)
      expect(weight).toBe(BigInt(long_term_weight))
    }
  })

  test.each([
    ['version 9: as it is', longTermWeight(5_000_000n, 300_000n, 9), 5_000_000n],
    ['version 10: 1.4 of the median at most', longTermWeight(500_000n, 300_000n, 10), 420_000n],
    ['version 10: no least', longTermWeight(5n, 300_000n, 10), 5n],
    ['version 15: 1.7 of the median at most', longTermWeight(600_000n, 300_000n, 15), 510_000n],
    ['version 15: as it is between', longTermWeight(400_000n, 300_000n, 15), 400_000n],
    ['version 15: by 1.7 at least', longTermWeight(5n, 300_000n, 15), 176_470n],
    ['version 16: by a higher median', longTermWeight(5n, 510_000n, 16), 300_000n],
  ])('%s', (_, weight, expected) => {
    expect(weight).toBe(expected)
  })
})

describe('effectiveMedian', () => {
  test.each([
    ['version 1: the zone at least', effectiveMedian(5n, 0n, 1), 20_000n],
    ['version 9: the short-term median', effectiveMedian(400_000n, 0n, 9), 400_000n],
    ['version 10: not below the zone', effectiveMedian(5n, 400_000n, 10), 300_000n],
    ['version 15: not below the long-term median', effectiveMedian(5n, 400_000n, 15), 400_000n],
    ['version 16: 50 times that at most', effectiveMedian(90_000_000n, 5n, 16), 15_000_000n],
  ])('%s', (_, weight, expected) => {
    expect(weight).toBe(expected)
  })

  test('never falls when a median rises', () => {
    const weight = fc.bigInt({ min: 0n, max: 100_000_000n })
    const version = fc.integer({ min: 1, max: 16 })
    fc.assert(
      fc.property(weight, weight, weight, version, (short, long, more, version) => {
        const now = effectiveMedian(short, long, version)
        expect(effectiveMedian(short + more, long, version) >= now).toBe(true)
        expect(effectiveMedian(short, long + more, version) >= now).toBe(true)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })
})
