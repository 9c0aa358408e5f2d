import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add64, multiply64 } from '#protocol/cryptonight/words.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })

const runs = { seed: seed(), numRuns: count(2000, 200_000) }

const words = (value: bigint) => new Uint32Array(BigUint64Array.of(value).buffer)

const value = (pair: Uint32Array, at = 0) => BigInt(pair[at]!) | (BigInt(pair[at + 1]!) << 32n)

test('adds and multiplies 64-bit integers exactly', () => {
  fc.assert(
    fc.property(u64, u64, (x, y) => {
      const sum = words(x)
      add64(sum, 0, words(y), 0)
      expect(value(sum)).toBe(BigInt.asUintN(64, x + y))
      const product = new Uint32Array(4)
      multiply64(product, words(x), words(y))
      expect((value(product) << 64n) | value(product, 2)).toBe(x * y)
    }),
    runs,
  )
})
