import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastLength, paddedLength } from '../../../../worker/engine/backup/padding.ts'

test('is the same for all small contents', () => {
  expect([0, 1, leastLength].map(paddedLength)).toEqual([leastLength, leastLength, leastLength])
})

test('rounds as Padmé does', () => {
  // 2^18 + 1: exponent 18, 5 bits of it, so the last 13 bits are zero.
  expect(paddedLength(262_145)).toBe(262_144 + 8192)
  expect(paddedLength(10_000_000)).toBe(10_223_616)
})

test('is at least the length, at most 12 % more, and padded already', () => {
  fc.assert(
    fc.property(fc.integer({ min: leastLength, max: 2 ** 31 - 1 }), (length) => {
      const padded = paddedLength(length)
      expect(padded).toBeGreaterThanOrEqual(length)
      expect(padded).toBeLessThanOrEqual(length * 1.12)
      expect(paddedLength(padded)).toBe(padded)
    }),
  )
})
