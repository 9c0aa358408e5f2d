import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divide, squareRoot } from '#protocol/cryptonight/integer-math.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })

const runs = { seed: seed(), numRuns: count(2000, 200_000) }

const words = (value: bigint) => new Uint32Array(BigUint64Array.of(value).buffer)

/** The integer part of a root, by Newton's method. */
function root(n: bigint): bigint {
  let guess = 1n << 40n
  for (;;) {
    const next = (guess + n / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

const exactRoot = (n: bigint) => root(4n * ((1n << 64n) + n)) - (1n << 33n)

const rootOf = (n: bigint) => BigInt(squareRoot(words(n)[0]!, words(n)[1]!))

describe('squareRoot', () => {
  test('is the integer part', () => {
    fc.assert(
      fc.property(u64, (n) => rootOf(n) === exactRoot(n)),
      runs,
    )
  })

  test('is exact next to squares, where doubles round wrongly', () => {
    const nearSquare = fc.tuple(fc.bigInt(0n, 3558067407n), fc.bigInt(-2n, 2n)).map(([r, by]) => {
      const least = ((r + (1n << 33n)) ** 2n + 3n) / 4n - (1n << 64n) + by
      return BigInt.asUintN(64, least < 0n ? 0n : least)
    })
    fc.assert(
      fc.property(nearSquare, (n) => rootOf(n) === exactRoot(n)),
      runs,
    )
  })

  test.each([0n, 1n, (1n << 64n) - 1n])('of %i', (n) => {
    expect(rootOf(n)).toBe(exactRoot(n))
  })
})

test('divide returns the low 32 bits of the quotient, and the remainder', () => {
  const divisors = fc.integer({ min: 0x8000_0001, max: 0xffff_ffff })
  fc.assert(
    fc.property(u64, divisors, (n, divisor) => {
      const result = new Uint32Array(2)
      divide(result, words(n)[0]!, words(n)[1]!, divisor)
      expect(BigInt(result[0]!)).toBe(BigInt.asUintN(32, n / BigInt(divisor)))
      expect(BigInt(result[1]!)).toBe(n % BigInt(divisor))
    }),
    runs,
  )
})
