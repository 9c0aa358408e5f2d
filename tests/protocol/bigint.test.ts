import { describe, expect, test } from 'vitest'
import { compare, max, min, sum, sumOfAmounts } from '#protocol/bigint.ts'

const max64 = 2n ** 64n - 1n

describe('bigint', () => {
  test('max and min are exact beyond 2^53', () => {
    expect(max(max64, max64 - 1n)).toBe(max64)
    expect(min(max64, max64 - 1n)).toBe(max64 - 1n)
    expect([3n, 9n, 4n].reduce(max, 0n)).toBe(9n)
  })

  test('compare sorts ascending', () => {
    expect([max64, 0n, -1n, max64 - 1n].sort(compare)).toEqual([-1n, 0n, max64 - 1n, max64])
    expect(compare(5n, 5n)).toBe(0)
  })

  test('sum of nothing is 0', () => {
    expect(sum([])).toBe(0n)
    expect(sumOfAmounts([])).toBe(0n)
  })

  test('sum may exceed 64 bits', () => {
    expect(sum([max64, 1n])).toBe(2n ** 64n)
    expect(sumOfAmounts([{ amount: max64 }, { amount: max64 }])).toBe(2n ** 65n - 2n)
  })
})
