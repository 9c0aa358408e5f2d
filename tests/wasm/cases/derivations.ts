/**
 * @see monero src/crypto/crypto.cpp generate_key_derivation, derive_public_key, derive_secret_key
 * @module
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import {
  anyBytes32,
  anyIndex,
  anyScalar,
  G,
  hex,
  identity,
  l,
  noPoints,
  number32,
  runs,
  smallOrder,
  zero,
} from './material.ts'

export function derivationCases(make: Make) {
  describe('derivations', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('derivations'))
    })

    test('are the same for sender and recipient', () => {
      fc.assert(
        fc.property(anyScalar, anyScalar, (r, a) => {
          const [R, A] = [crypto.publicKey(number32(r))!, crypto.publicKey(number32(a))!]
          const shared = crypto.keyDerivation(A, number32(r))
          expect(crypto.keyDerivation(R, number32(a))).toEqual(shared)
          expect(shared).toEqual(crypto.multiplyBase(number32((8n * r * a) % l)))
        }),
        runs(20, 500),
      )
    })

    test('of many keys equal the derivations of each key', () => {
      fc.assert(
        fc.property(fc.array(anyBytes32, { maxLength: 5 }), anyScalar, (some, a) => {
          const keys = [...some, G, ...smallOrder.map(([, T]) => T)]
          const one = (key: Uint8Array) => crypto.keyDerivation(key, number32(a))
          expect(crypto.keyDerivations(keys, number32(a))).toEqual(keys.map(one))
        }),
        runs(5, 100),
      )
    })

    test('yield output keys whose secret the recipient can derive', () => {
      fc.assert(
        fc.property(anyBytes32, anyIndex, anyScalar, (derivation, index, b) => {
          const B = crypto.publicKey(number32(b))!
          const key = crypto.derivePublicKey(derivation, index, B)!
          const secret = crypto.deriveSecretKey(derivation, index, number32(b))
          expect(crypto.publicKey(secret)).toEqual(key)
          expect(crypto.deriveSubaddressPublicKey(key, derivation, index)).toEqual(B)
          const shared = crypto.derivationToScalar(derivation, index)
          expect(crypto.scalarAdd(shared, number32(b))).toEqual(secret)
        }),
        runs(20, 500),
      )
    })

    test('hash the index as a varint', () => {
      const derivation = crypto.keccak256(G)
      const varints: [number, number[]][] = [
        [0, [0]],
        [127, [127]],
        [128, [0x80, 1]],
        [16383, [0xff, 0x7f]],
        [16384, [0x80, 0x80, 1]],
        [0x7fffffff, [0xff, 0xff, 0xff, 0xff, 7]],
        [0xffffffff, [0xff, 0xff, 0xff, 0xff, 15]],
      ]
      for (const [index, varint] of varints) {
        const data = Uint8Array.of(...derivation, ...varint)
        expect(crypto.derivationToScalar(derivation, index)).toEqual(crypto.hashToScalar(data))
        const salted = Uint8Array.of(...new TextEncoder().encode('view_tag'), ...data)
        expect(crypto.deriveViewTag(derivation, index)).toBe(crypto.keccak256(salted)[0])
      }
    })

    test.each(smallOrder)('of a key of order %i are the identity', (_, T) => {
      expect(crypto.keyDerivation(T, number32(l - 1n))).toEqual(identity)
      // What torsion a key has does not matter.
      const mixed = crypto.pointAdd(G, T)!
      const secret = number32(l - 3n)
      expect(crypto.keyDerivation(mixed, secret)).toEqual(crypto.keyDerivation(G, secret))
    })

    test.each(noPoints)('of %s are undefined', (_, bytes) => {
      expect(crypto.keyDerivation(bytes, number32(5n))).toBeUndefined()
      expect(crypto.derivePublicKey(G, 0, bytes)).toBeUndefined()
      expect(crypto.deriveSubaddressPublicKey(bytes, G, 0)).toBeUndefined()
    })

    test('are hashed even if they are not points', () => {
      const [, none] = noPoints[0]!
      expect(crypto.derivePublicKey(none, 0, G)).toBeDefined()
      expect(crypto.deriveViewTag(none, 0)).toBeLessThan(256)
    })

    test('public keys exist only for canonical secrets', () => {
      expect(crypto.publicKey(zero)).toEqual(identity)
      expect(crypto.publicKey(number32(1n))).toEqual(G)
      expect(crypto.publicKey(number32(l - 1n))).toEqual(crypto.pointSubtract(identity, G))
      for (const n of [l, l + 1n, 2n ** 255n, 2n ** 256n - 1n])
        expect(crypto.publicKey(number32(n))).toBeUndefined()
    })

    test('key images are the secret times the hashed key', () => {
      fc.assert(
        fc.property(anyScalar, (x) => {
          const P = crypto.publicKey(number32(x))!
          const image = crypto.keyImage(P, number32(x))
          expect(image).toEqual(crypto.multiply(number32(x), crypto.hashToPoint(P)))
          expect(crypto.isInMainSubgroup(image)).toBe(true)
        }),
        runs(20, 300),
      )
      // The key is only hashed, and need be no point.
      const [, none] = noPoints[0]!
      expect(hex(crypto.keyImage(none, number32(1n)))).toBe(hex(crypto.hashToPoint(none)))
    })

    test.each([-1, 0.5, 2 ** 32, NaN])('error: the index %d', (index) => {
      expect(() => crypto.derivationToScalar(G, index)).toThrow(RangeError)
      expect(() => crypto.derivePublicKey(G, index, G)).toThrow(RangeError)
      expect(() => crypto.deriveSecretKey(G, index, zero)).toThrow(RangeError)
      expect(() => crypto.deriveSubaddressPublicKey(G, G, index)).toThrow(RangeError)
      expect(() => crypto.deriveViewTag(G, index)).toThrow(RangeError)
    })

    test.each([0, 31, 33])('error: %i bytes', (length) => {
      const wrong = new Uint8Array(length)
      expect(() => crypto.publicKey(wrong)).toThrow(RangeError)
      expect(() => crypto.keyDerivation(wrong, zero)).toThrow(RangeError)
      expect(() => crypto.keyDerivation(G, wrong)).toThrow(RangeError)
      expect(() => crypto.derivationToScalar(wrong, 0)).toThrow(RangeError)
      expect(() => crypto.derivePublicKey(wrong, 0, G)).toThrow(RangeError)
      expect(() => crypto.derivePublicKey(G, 0, wrong)).toThrow(RangeError)
      expect(() => crypto.deriveSecretKey(wrong, 0, zero)).toThrow(RangeError)
      expect(() => crypto.deriveSecretKey(G, 0, wrong)).toThrow(RangeError)
      expect(() => crypto.deriveSubaddressPublicKey(wrong, G, 0)).toThrow(RangeError)
      expect(() => crypto.deriveSubaddressPublicKey(G, wrong, 0)).toThrow(RangeError)
      expect(() => crypto.deriveViewTag(wrong, 0)).toThrow(RangeError)
      expect(() => crypto.keyImage(wrong, zero)).toThrow(RangeError)
      expect(() => crypto.keyImage(G, wrong)).toThrow(RangeError)
    })

    test('error: the message names the argument, but does not contain it', () => {
      const secret = new Uint8Array(31).fill(0xab)
      expect(() => crypto.keyDerivation(G, secret)).toThrow('secret: expected 32 bytes, got 31')
    })
  })
}
