/**
 * @see monero src/crypto/crypto-ops.c sc_reduce32, sc_check, sc_add, sc_sub, sc_mul
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import {
  allOnes,
  anyNumber,
  edgeNumbers,
  hex,
  l,
  number32,
  runs,
  toNumber,
  zero,
} from './material.ts'

const mod = (n: bigint) => ((n % l) + l) % l

export function scalarCases(make: Make) {
  describe('scalars', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('scalars'))
    })

    test.each(edgeNumbers.map((n) => [n.toString(16), n] as const))('0x%s', (_, n) => {
      const scalar = number32(n)
      expect(hex(crypto.scalarReduce(scalar))).toBe(hex(number32(n % l)))
      expect(crypto.isCanonicalScalar(scalar)).toBe(n < l)
      expect(hex(crypto.scalarAdd(scalar, zero))).toBe(hex(number32(n % l)))
      expect(hex(crypto.scalarSubtract(zero, scalar))).toBe(hex(number32(mod(-n))))
      expect(hex(crypto.scalarMultiply(scalar, allOnes))).toBe(
        hex(number32(mod(n * (2n ** 256n - 1n)))),
      )
    })

    test('are added, subtracted and multiplied mod l', () => {
      fc.assert(
        fc.property(anyNumber, anyNumber, (a, b) => {
          const [A, B] = [number32(a), number32(b)]
          expect(toNumber(crypto.scalarAdd(A, B))).toBe(mod(a + b))
          expect(toNumber(crypto.scalarSubtract(A, B))).toBe(mod(a - b))
          expect(toNumber(crypto.scalarMultiply(A, B))).toBe(mod(a * b))
        }),
        runs(200, 5000),
      )
    })

    test('times their inverse are one, except zero', () => {
      fc.assert(
        fc.property(anyNumber, (a) => {
          const inverse = crypto.scalarInvert(number32(a))
          const product = mod(a * toNumber(inverse))
          expect(product).toBe(a % l === 0n ? 0n : 1n)
          expect(toNumber(inverse)).toBeLessThan(l)
        }),
        runs(100, 2000),
      )
      expect(crypto.scalarInvert(zero)).toEqual(zero)
      expect(crypto.scalarInvert(number32(l))).toEqual(zero)
    })

    test('are derived from a hash', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
          const expected = toNumber(keccak_256(data)) % l
          expect(toNumber(crypto.hashToScalar(data))).toBe(expected)
        }),
        runs(100, 2000),
      )
    })

    test('at random skip draws of 15·l or more, and zero', async () => {
      const draws = [15n * l, 2n ** 256n - 1n, 0n, l, 14n * l, 15n * l - 1n, 7n]
      let drawn = 0
      const scripted = await make((length) => {
        expect(length).toBe(32)
        return number32(draws[drawn++]!)
      })
      expect(toNumber(scripted.randomScalar())).toBe(l - 1n)
      expect(drawn).toBe(6)
      expect(toNumber(scripted.randomScalar())).toBe(7n)
    })

    test('at random are canonical, and all different', () => {
      const drawn = Array.from({ length: 200 }, () => crypto.randomScalar())
      expect(drawn.every((scalar) => crypto.isCanonicalScalar(scalar))).toBe(true)
      expect(new Set(drawn.map(hex)).size).toBe(200)
    })

    test('error: the random source returns too few bytes', async () => {
      const short = await make(() => new Uint8Array(31).fill(1))
      expect(() => short.randomScalar()).toThrow(RangeError)
    })

    test.each([0, 31, 33])('error: %i bytes', (length) => {
      const wrong = new Uint8Array(length)
      expect(() => crypto.scalarReduce(wrong)).toThrow(RangeError)
      expect(() => crypto.isCanonicalScalar(wrong)).toThrow(RangeError)
      expect(() => crypto.scalarInvert(wrong)).toThrow(RangeError)
      for (const method of ['scalarAdd', 'scalarSubtract', 'scalarMultiply'] as const) {
        expect(() => crypto[method](wrong, zero)).toThrow(RangeError)
        expect(() => crypto[method](zero, wrong)).toThrow(RangeError)
      }
    })
  })
}
