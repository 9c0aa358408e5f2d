/**
 * @see monero src/crypto/crypto.cpp generate_signature, check_signature
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import {
  anyBytes32,
  anyScalar,
  flip,
  G,
  identity,
  l,
  noPoints,
  number32,
  one,
  runs,
  smallOrder,
  toNumber,
  zero,
} from './material.ts'

export function signatureCases(make: Make) {
  describe('signatures', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    const signed = () => {
      const [hash, secret] = [crypto.randomScalar(), crypto.randomScalar()]
      const key = crypto.publicKey(secret)!
      return { hash, secret, key, signature: crypto.sign(hash, key, secret) }
    }

    test('are valid for their key and hash', () => {
      fc.assert(
        fc.property(anyBytes32, anyScalar, (hash, x) => {
          const [secret, key] = [number32(x), crypto.publicKey(number32(x))!]
          expect(crypto.verify(hash, key, crypto.sign(hash, key, secret))).toBe(true)
        }),
        runs(20, 500),
      )
    })

    test('are invalid if any bit is flipped', () => {
      fc.assert(
        fc.property(fc.nat(511), fc.nat(255), (bit, other) => {
          const { hash, key, signature } = signed()
          expect(crypto.verify(hash, key, signature)).toBe(true)
          expect(crypto.verify(hash, key, flip(signature, bit))).toBe(false)
          expect(crypto.verify(flip(hash, other), key, signature)).toBe(false)
          expect(crypto.verify(hash, flip(key, other), signature)).toBe(false)
        }),
        runs(15, 512),
      )
    })

    test('differ each time a message is signed', () => {
      const { hash, secret, key, signature } = signed()
      expect(crypto.sign(hash, key, secret)).not.toEqual(signature)
    })

    test('are rejected if a scalar is not canonical, or if c is zero', () => {
      const { hash, key, signature } = signed()
      const [c, r] = [signature.slice(0, 32), signature.slice(32)]
      const raised = (scalar: Uint8Array) => number32(toNumber(scalar) + l)
      expect(crypto.verify(hash, key, concatBytes(c, r))).toBe(true)
      expect(crypto.verify(hash, key, concatBytes(raised(c), r))).toBe(false)
      expect(crypto.verify(hash, key, concatBytes(c, raised(r)))).toBe(false)
      expect(crypto.verify(hash, key, concatBytes(zero, r))).toBe(false)
      expect(crypto.verify(hash, key, concatBytes(number32(l), r))).toBe(false)
    })

    test.each(smallOrder)(
      'by a key of order %i are rejected if the commitment is the identity',
      (_, T) => {
        // c·T + 0·G is the identity for every c that 8 divides, whatever is signed.
        let hash = zero
        for (let i = 0n; i < 64n; i++) {
          hash = number32(i)
          const c = crypto.hashToScalar(concatBytes(hash, T, identity))
          expect(crypto.verify(hash, T, concatBytes(c, zero))).toBe(false)
        }
      },
    )

    test.each(noPoints)('by %s are rejected', (_, key) => {
      expect(crypto.verify(zero, key, concatBytes(one, one))).toBe(false)
    })

    test('error: wrong lengths', () => {
      const short = zero.subarray(1)
      expect(() => crypto.sign(short, G, one)).toThrow(RangeError)
      expect(() => crypto.sign(zero, G.subarray(1), one)).toThrow(RangeError)
      expect(() => crypto.sign(zero, G, short)).toThrow(RangeError)
      expect(() => crypto.verify(short, G, concatBytes(one, one))).toThrow(RangeError)
      expect(() => crypto.verify(zero, G.subarray(1), concatBytes(one, one))).toThrow(RangeError)
      expect(() => crypto.verify(zero, G, one)).toThrow(RangeError)
    })
  })
}
