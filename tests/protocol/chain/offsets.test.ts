import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absoluteOffsets, relativeOffsets } from '#protocol/chain/offsets.ts'
import { max64 } from '#protocol/fields.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: max64 }),
  fc
    .tuple(fc.nat(63), fc.bigInt({ min: -2n, max: 2n }))
    .map(([bits, near]) => BigInt.asUintN(64, (1n << BigInt(bits)) + near)),
)

const runs = () => ({ numRuns: count(3000, 50_000), seed: seed() })

describe('ring offsets', () => {
  test('are differences between consecutive indices', () => {
    expect(relativeOffsets([30n, 10n, 15n])).toEqual([10n, 5n, 15n])
    expect(absoluteOffsets([10n, 5n, 15n])).toEqual([10n, 15n, 30n])
    expect(relativeOffsets([])).toEqual([])
    expect(absoluteOffsets([])).toEqual([])
  })

  test('converting to relative and back to absolute offsets sorts the indices', () => {
    fc.assert(
      fc.property(fc.array(u64, { maxLength: 16 }), (indices) => {
        const sorted = [...indices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(absoluteOffsets(relativeOffsets(indices))).toEqual(sorted)
      }),
      runs(),
    )
  })

  test('wrap at 64 bits, as in monero', () => {
    expect(absoluteOffsets([max64, 2n])).toEqual([max64, 1n])
  })
})
