/**
 * @see monero src/crypto/crypto.cpp generate_ring_signature, check_ring_signature
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { flip, l, noPoints, number32, smallOrder, toNumber, zero } from './material.ts'

type Signed = {
  hash: Uint8Array
  image: Uint8Array
  ring: Uint8Array[]
  signatures: Uint8Array
}

export function ringCases(make: Make) {
  describe('ring signatures', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    const prepare = (size: number, realIndex: number) => {
      const secrets = Array.from({ length: size }, () => crypto.randomScalar())
      const ring = secrets.map((secret) => crypto.publicKey(secret)!)
      const secret = secrets[realIndex]!
      return { ring, secret, image: crypto.keyImage(ring[realIndex]!, secret) }
    }
    const sign = (size: number, realIndex: number): Signed => {
      const { ring, secret, image } = prepare(size, realIndex)
      const hash = crypto.randomScalar()
      return {
        hash,
        image,
        ring,
        signatures: crypto.signRing(hash, image, ring, secret, realIndex),
      }
    }
    const verify = ({ hash, image, ring, signatures }: Signed) =>
      crypto.verifyRing(hash, image, ring, signatures)

    test.each([1, 2, 3, 11, 16])(
      'of %i keys are valid for every position of the signer',
      (size) => {
        const places = [...new Set([0, size >> 1, size - 1])]
        for (const realIndex of places) {
          const signed = sign(size, realIndex)
          expect(signed.signatures).toHaveLength(64 * size)
          expect(verify(signed)).toBe(true)
        }
      },
    )

    test('are invalid if any part is changed', () => {
      for (let i = 0; i < count(8, 128); i++) {
        const signed = sign(3, i % 3)
        const [bit = 0, place = 0] = crypto.randomScalar()
        expect(verify({ ...signed, hash: flip(signed.hash, bit) })).toBe(false)
        expect(verify({ ...signed, image: flip(signed.image, bit) })).toBe(false)
        expect(
          verify({ ...signed, signatures: flip(signed.signatures, 6 * bit + (place & 7)) }),
        ).toBe(false)
        const ring = signed.ring.with(place % 3, flip(signed.ring[place % 3]!, bit))
        expect(verify({ ...signed, ring })).toBe(false)
        expect(verify({ ...signed, ring: signed.ring.toReversed() })).toBe(false)
      }
    })

    test('are invalid with the image of another key', () => {
      const signed = sign(2, 0)
      expect(verify({ ...signed, image: prepare(1, 0).image })).toBe(false)
      for (const [, T] of smallOrder) expect(verify({ ...signed, image: T })).toBe(false)
    })

    test('accept torsion in the key image only if every c multiplies it to the identity', () => {
      // Which is why monero asks elsewhere whether an image is in the main subgroup.
      for (let i = 0; i < count(4, 100); i++) {
        const signed = sign(2, i % 2)
        const cs = [0, 64].map((at) => toNumber(signed.signatures.slice(at, at + 32)))
        for (const [order, T] of smallOrder) {
          const image = crypto.pointAdd(signed.image, T)!
          expect(verify({ ...signed, image })).toBe(cs.every((c) => c % BigInt(order) === 0n))
        }
      }
    })

    test('are rejected if a scalar is not canonical', () => {
      const signed = sign(2, 1)
      for (const at of [0, 32, 64, 96]) {
        const signatures = signed.signatures.slice()
        signatures.set(number32(toNumber(signatures.subarray(at, at + 32)) + l), at)
        expect(verify({ ...signed, signatures })).toBe(false)
      }
    })

    test('are rejected for an empty ring', () => {
      expect(crypto.verifyRing(zero, sign(1, 0).image, [], new Uint8Array())).toBe(false)
    })

    test.each(noPoints)('are rejected with %s', (_, none) => {
      const signed = sign(2, 1)
      expect(verify({ ...signed, image: none })).toBe(false)
      expect(verify({ ...signed, ring: signed.ring.with(0, none) })).toBe(false)
      const { ring, secret, image } = prepare(2, 1)
      expect(() => crypto.signRing(zero, none, ring, secret, 1)).toThrow(RangeError)
      expect(() => crypto.signRing(zero, image, ring.with(0, none), secret, 1)).toThrow(RangeError)
    })

    test('error: wrong lengths and indices', () => {
      const signed = sign(2, 1)
      const { ring, secret, image } = prepare(2, 1)
      for (const realIndex of [-1, 2, 0.5])
        expect(() => crypto.signRing(zero, image, ring, secret, realIndex)).toThrow(RangeError)
      expect(() => crypto.signRing(zero, image, [], secret, 0)).toThrow(RangeError)
      expect(() => crypto.signRing(zero.slice(1), image, ring, secret, 1)).toThrow(RangeError)
      expect(() => crypto.signRing(zero, image.slice(1), ring, secret, 1)).toThrow(RangeError)
      expect(() => crypto.signRing(zero, image, ring, secret.slice(1), 1)).toThrow(RangeError)
      const short = ring.with(0, zero.slice(1))
      expect(() => crypto.signRing(zero, image, short, secret, 1)).toThrow(RangeError)
      expect(() => verify({ ...signed, ring: short })).toThrow(RangeError)
      expect(() => verify({ ...signed, hash: zero.slice(1) })).toThrow(RangeError)
      expect(() => verify({ ...signed, image: zero.slice(1) })).toThrow(RangeError)
      expect(() => verify({ ...signed, signatures: signed.signatures.slice(64) })).toThrow(
        RangeError,
      )
    })
  })
}
