import { describe, expect, test } from 'vitest'
import { randomFraction, randomIndex, shuffled } from '../../../../worker/engine/base/random.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'

describe('randomIndex', () => {
  test('returns every value equally often', () => {
    const random = seededBytes(1)
    const seen = new Array<number>(7).fill(0)
    for (let i = 0; i < 70_000; i++) seen[randomIndex(random, 7)]!++
    // Five standard deviations of a binomial with n = 70000 and p = 1/7.
    for (const count of seen) expect(Math.abs(count - 10_000)).toBeLessThan(465)
  })

  test('draws again for numbers of the last incomplete range, which would favour small values', () => {
    const bound = 2 ** 52 + 1
    const draws = [new Uint8Array(7).fill(0xff), Uint8Array.of(0, 0, 0, 5, 0, 0, 0)]
    expect(randomIndex(() => draws.shift()!, bound)).toBe(5)
    expect(draws).toEqual([])
  })

  test('is zero for a bound of one', () => {
    expect(randomIndex(seededBytes(2), 1)).toBe(0)
  })

  test.each([0, -1, 1.5, 2 ** 53 + 2, NaN])('error: no bound is %s', (bound) => {
    expect(() => randomIndex(seededBytes(3), bound)).toThrow(RangeError)
  })
})

describe('randomFraction', () => {
  test('lies in [0, 1) and averages to a half', () => {
    const random = seededBytes(4)
    let sum = 0
    for (let i = 0; i < 40_000; i++) {
      const fraction = randomFraction(random)
      expect(fraction >= 0 && fraction < 1).toBe(true)
      sum += fraction
    }
    expect(Math.abs(sum / 40_000 - 0.5)).toBeLessThan(0.0075)
  })

  test('reaches 0 and 1 - 2^-53', () => {
    expect(randomFraction(() => new Uint8Array(7))).toBe(0)
    expect(randomFraction(() => new Uint8Array(7).fill(0xff))).toBe(1 - 2 ** -53)
  })
})

describe('shuffled', () => {
  test('gives every order equally often, and does not change its input', () => {
    const random = seededBytes(5)
    const items = ['a', 'b', 'c'] as const
    const seen = new Map<string, number>()
    for (let i = 0; i < 24_000; i++) {
      const order = shuffled(random, items).join('')
      seen.set(order, (seen.get(order) ?? 0) + 1)
    }
    expect(seen.size).toBe(6)
    for (const count of seen.values()) expect(Math.abs(count - 4000)).toBeLessThan(290)
    expect(items).toEqual(['a', 'b', 'c'])
  })
})
