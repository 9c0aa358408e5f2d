/**
 * @see monero src/crypto/crypto-ops.c ge_frombytes_vartime
 * @module
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import {
  anyBytes32,
  anyNumber,
  anyScalar,
  edgeNumbers,
  G,
  H,
  hex,
  identity,
  l,
  noPoints,
  number32,
  p,
  runs,
  smallOrder,
  toNumber,
  torsion,
  zero,
} from './material.ts'

export function pointCases(make: Make) {
  describe('points', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('points'))
    })
    const base = (n: bigint) => crypto.multiplyBase(number32(n))
    /** The affine coordinates that the bytes encode fulfil -x² + y² = 1 + d·x²·y². */
    const isOnCurve = (bytes: Uint8Array) => {
      const y = toNumber(bytes) % 2n ** 255n
      if (y >= p) return false
      const u = field(y * y - 1n)
      const v = field(d * y * y + 1n)
      const xx = field(u * power(v, p - 2n))
      if (xx === 0n) return toNumber(bytes) < 2n ** 255n
      return power(xx, (p - 1n) / 2n) === 1n
    }

    test.each(noPoints)('exclude %s', (_, bytes) => {
      expect(crypto.isPoint(bytes)).toBe(false)
      expect(crypto.isInMainSubgroup(bytes)).toBe(false)
      expect(crypto.pointAdd(bytes, G)).toBeUndefined()
      expect(crypto.pointAdd(G, bytes)).toBeUndefined()
      expect(crypto.pointSubtract(bytes, G)).toBeUndefined()
      expect(crypto.pointSubtract(G, bytes)).toBeUndefined()
      expect(crypto.multiply(number32(3n), bytes)).toBeUndefined()
      expect(crypto.multiplyAddBase(number32(3n), bytes, number32(5n))).toBeUndefined()
      expect(crypto.multiplyAdd(number32(3n), bytes, number32(5n), G)).toBeUndefined()
      expect(crypto.multiplyAdd(number32(3n), G, number32(5n), bytes)).toBeUndefined()
    })

    test('are exactly the encodings with y below p that lie on the curve', () => {
      const near = [...Array(40).keys()].flatMap((i) => [BigInt(i), p - 1n - BigInt(i)])
      for (const y of near.flatMap((y) => [y, y + 2n ** 255n]))
        expect([y, crypto.isPoint(number32(y))]).toEqual([y, isOnCurve(number32(y))])
      fc.assert(
        fc.property(anyBytes32, (bytes) => {
          expect(crypto.isPoint(bytes)).toBe(isOnCurve(bytes))
        }),
        runs(100, 2000),
      )
    })

    test.each(smallOrder)('of order %i have multiples of that order', (order, T) => {
      expect(crypto.isPoint(T)).toBe(true)
      expect(crypto.isInMainSubgroup(T)).toBe(order === 1)
      for (let s = 1; s <= 8; s++) {
        const product = crypto.multiply(number32(BigInt(s)), T)!
        expect([s, hex(product) === hex(identity)]).toEqual([s, s % order === 0])
      }
      const mixed = crypto.pointAdd(G, T)!
      expect(crypto.isPoint(mixed)).toBe(true)
      expect(crypto.isInMainSubgroup(mixed)).toBe(order === 1)
      expect(crypto.pointSubtract(mixed, T)).toEqual(G)
    })

    test('outside the main subgroup are multiplied by the integer without reduction mod l', () => {
      // l is 5 mod 8, so that (l - 1)·T = 4·T.
      expect(crypto.multiply(number32(l - 1n), torsion)).toEqual(
        crypto.multiply(number32(4n), torsion),
      )
      const mixed = crypto.pointAdd(G, torsion)!
      const expected = crypto.pointAdd(base(l - 1n), crypto.multiply(number32(4n), torsion)!)
      expect(crypto.multiply(number32(l - 1n), mixed)).toEqual(expected)
      expect(crypto.multiplyAdd(number32(l - 1n), mixed, zero, G)).toEqual(expected)
      expect(crypto.multiplyAdd(zero, G, number32(l - 1n), mixed)).toEqual(expected)
      expect(crypto.multiplyAddBase(number32(l - 1n), mixed, zero)).toEqual(expected)
    })

    test.each(edgeNumbers.map((n) => [n.toString(16), n] as const))('0x%s·G', (_, n) => {
      const expected = hex(base(n % l))
      expect(hex(base(n))).toBe(expected)
      expect(hex(crypto.multiply(number32(n), G)!)).toBe(expected)
      expect(hex(crypto.multiplyAddBase(zero, H, number32(n))!)).toBe(expected)
      expect(hex(crypto.multiplyAddBase(number32(n), G, zero)!)).toBe(expected)
      expect(hex(crypto.multiplyAdd(number32(n), G, zero, H)!)).toBe(expected)
      expect(hex(crypto.multiplyAdd(zero, H, number32(n), G)!)).toBe(expected)
    })

    test('have the expected first multiples of G', () => {
      expect(base(0n)).toEqual(identity)
      expect(base(1n)).toEqual(G)
      expect(base(2n)).toEqual(crypto.pointAdd(G, G))
      expect(base(l - 1n)).toEqual(crypto.pointSubtract(identity, G))
      // The second of https://ed25519.cr.yp.to's multiples, as in RFC 8032.
      expect(hex(base(2n))).toBe('c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022')
    })

    test('form a group', () => {
      fc.assert(
        fc.property(anyScalar, anyScalar, fc.constantFrom(...smallOrder), (a, b, [, T]) => {
          const [A, B] = [base(a), crypto.pointAdd(base(b), T)!]
          const sum = crypto.pointAdd(A, B)!
          expect(sum).toEqual(crypto.pointAdd(B, A))
          expect(sum).toEqual(crypto.pointAdd(base((a + b) % l), T))
          expect(crypto.pointSubtract(sum, B)).toEqual(A)
          expect(crypto.pointSubtract(A, A)).toEqual(identity)
          expect(crypto.pointAdd(B, identity)).toEqual(B)
          expect(crypto.pointAdd(B, B)).toEqual(crypto.multiply(number32(2n), B))
        }),
        runs(20, 500),
      )
    })

    test('have products that distribute over sums', () => {
      fc.assert(
        fc.property(anyNumber, anyNumber, anyScalar, (s, t, a) => {
          const [S, T, A] = [number32(s), number32(t), base(a)]
          const product = base((s * a) % l)
          expect(crypto.multiply(S, A)).toEqual(product)
          const sum = base((s * a + t) % l)
          expect(crypto.multiplyAddBase(S, A, T)).toEqual(sum)
          expect(crypto.multiplyAdd(S, A, T, G)).toEqual(sum)
          expect(crypto.multiplyAdd(T, G, S, A)).toEqual(sum)
        }),
        runs(20, 500),
      )
    })

    test('with a torsion part are outside the main subgroup', () => {
      fc.assert(
        fc.property(anyScalar, fc.constantFrom(...smallOrder), (a, [order, T]) => {
          expect(crypto.isInMainSubgroup(crypto.pointAdd(base(a), T)!)).toBe(order === 1)
        }),
        runs(20, 300),
      )
    })

    test('from hashes are eight times the mapped point, in the main subgroup', () => {
      fc.assert(
        fc.property(anyBytes32, (data) => {
          const mapped = crypto.mapToPoint(crypto.keccak256(data))
          expect(crypto.isPoint(mapped)).toBe(true)
          const point = crypto.hashToPoint(data)
          expect(point).toEqual(crypto.multiply(number32(8n), mapped))
          expect(crypto.isInMainSubgroup(point)).toBe(true)
          expect(crypto.isPoint(crypto.mapToPoint(data))).toBe(true)
        }),
        runs(50, 1000),
      )
    })

    test('from hashes accept data of any length', () => {
      for (const length of [0, 1, 31, 33, 200]) {
        const data = new Uint8Array(length).fill(7)
        const mapped = crypto.mapToPoint(crypto.keccak256(data))
        expect(crypto.hashToPoint(data)).toEqual(crypto.multiply(number32(8n), mapped))
      }
    })

    test('mapped from u and from u + p are the same', () => {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: p - 1n }), (u) => {
          const mapped = crypto.mapToPoint(number32(u))
          expect(crypto.mapToPoint(number32(u + p))).toEqual(mapped)
        }),
        runs(50, 1000),
      )
      // u = 0 maps to the point of order 2.
      expect(crypto.mapToPoint(zero)).toEqual(number32(p - 1n))
      expect(crypto.mapToPoint(number32(p))).toEqual(number32(p - 1n))
    })

    test.each([0, 31, 33])('error: %i bytes', (length) => {
      const wrong = new Uint8Array(length)
      expect(() => crypto.isPoint(wrong)).toThrow(RangeError)
      expect(() => crypto.isInMainSubgroup(wrong)).toThrow(RangeError)
      expect(() => crypto.multiplyBase(wrong)).toThrow(RangeError)
      expect(() => crypto.mapToPoint(wrong)).toThrow(RangeError)
      for (const method of ['pointAdd', 'pointSubtract', 'multiply'] as const) {
        expect(() => crypto[method](wrong, G)).toThrow(RangeError)
        expect(() => crypto[method](G, wrong)).toThrow(RangeError)
      }
      expect(() => crypto.multiplyAddBase(wrong, G, zero)).toThrow(RangeError)
      expect(() => crypto.multiplyAddBase(zero, wrong, zero)).toThrow(RangeError)
      expect(() => crypto.multiplyAddBase(zero, G, wrong)).toThrow(RangeError)
      expect(() => crypto.multiplyAdd(zero, G, zero, wrong)).toThrow(RangeError)
    })
  })
}

const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const field = (n: bigint) => ((n % p) + p) % p

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % p
    if (bit === '1') result = (result * base) % p
  }
  return result
}
