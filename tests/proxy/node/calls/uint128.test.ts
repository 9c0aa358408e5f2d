import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cumulativeDifficultyFields,
  difficultyFields,
  emissionFields,
  feeFields,
} from '../../../../proxy/node/calls/uint128.ts'

test.each([
  [0n, 0n, '0x0', 0n],
  [1n, 1n, '0x1', 0n],
  [2n ** 64n - 1n, 2n ** 64n - 1n, '0xffffffffffffffff', 0n],
  [2n ** 64n, 0n, '0x10000000000000000', 1n],
  [2n ** 128n - 1n, 2n ** 64n - 1n, `0x${'f'.repeat(32)}`, 2n ** 64n - 1n],
])('%d is divided into two halves of 64 bits', (value, low, wide, top) => {
  expect(difficultyFields(value)).toEqual({
    difficulty: low,
    wide_difficulty: wide,
    difficulty_top64: top,
  })
})

test.each([
  ['cumulative_difficulty', cumulativeDifficultyFields],
  ['emission_amount', emissionFields],
  ['fee_amount', feeFields],
] as const)('the halves and the hex of %s are the same number', (name, fieldsOf) => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 128n - 1n), (value) => {
      const fields = fieldsOf(value) as unknown as Record<string, bigint>
      expect(fields[name]! + (fields[`${name}_top64`]! << 64n)).toBe(value)
      expect(fields[name]! < 2n ** 64n).toBe(true)
      expect(BigInt(fields[`wide_${name}`]!)).toBe(value)
    }),
  )
})
