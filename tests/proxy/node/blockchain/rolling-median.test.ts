import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { median } from '#protocol/rules/medians.ts'
import { RollingMedian } from '../../../../proxy/node/blockchain/rolling-median.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

describe('RollingMedian', () => {
  test('is the median at every position of the window', () => {
    const moves = fc.array(fc.nat({ max: 40 }), { maxLength: 60 })
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 20 }), (values, size) => {
        const rolling = new RollingMedian(values.slice(0, size))
        values.slice(size).forEach((value, i) => {
          rolling.remove(values[i]!)
          rolling.insert(value)
          const window = values.slice(i + 1, i + 1 + size)
          expect(BigInt(rolling.median())).toBe(median(window.map(BigInt)))
        })
      }),
      { numRuns: count(100, 10_000), seed: seed() },
    )
  })

  test('is 0 for an empty window', () => {
    expect(new RollingMedian().median()).toBe(0)
  })

  test('error: a value that is not in the window cannot be removed', () => {
    expect(() => new RollingMedian([1, 3]).remove(2)).toThrow(RangeError)
  })
})
