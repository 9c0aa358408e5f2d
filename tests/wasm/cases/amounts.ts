/**
 * @see monero src/ringct/rctOps.cpp genC, genCommitmentMask, ecdhEncode
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import {
  anyAmount,
  anyBytes32,
  anyScalar,
  bytes,
  G,
  H,
  hex,
  l,
  number32,
  one,
  runs,
  zero,
} from './material.ts'

/** Commitments with the mask 1. @see monero src/ringct/rctOps.cpp zero_commitments */
const known: readonly (readonly [bigint, string])[] = [
  [0n, '5866666666666666666666666666666666666666666666666666666666666666'],
  [1n, '1738eb7a677c6149228a2beaa21bea9e3370802d72a3eec790119580e02bd522'],
  [2n, '762484630a0617178d0e33f32e0e113ea846869d464b0b6ff13b2997049cda7d'],
  [1000n, '01df6091eb6a48e9e422250be38388c861b65555a720ad153586fe2bd22fa23d'],
  [10000000000000000000n, '658d01376d1863e77b096f98e6e513c20410f5c7fb18a6e59a5266845cd9b1e3'],
]

export function amountCases(make: Make) {
  describe('amounts', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('amounts'))
    })

    test.each(known)('have the known commitment with mask 1: %i piconero', (amount, commitment) => {
      expect(hex(crypto.commit(amount, one))).toBe(commitment)
    })

    test('H is eight times the point that the hash of G encodes', () => {
      expect(crypto.multiply(number32(8n), crypto.keccak256(G))).toEqual(H)
      expect(crypto.commit(1n, zero)).toEqual(H)
    })

    test('have the commitment mask·G + amount·H', () => {
      fc.assert(
        fc.property(anyAmount, anyScalar, (amount, mask) => {
          const expected = crypto.multiplyAddBase(number32(amount), H, number32(mask))
          expect(crypto.commit(amount, number32(mask))).toEqual(expected)
        }),
        runs(30, 500),
      )
    })

    test('have commitments whose sum is the commitment of the sum', () => {
      fc.assert(
        fc.property(anyAmount, anyAmount, anyScalar, anyScalar, (a, b, x, y) => {
          const [low, high] = [a / 2n, b / 2n]
          const sum = crypto.pointAdd(
            crypto.commit(low, number32(x)),
            crypto.commit(high, number32(y)),
          )
          expect(crypto.commit(low + high, number32((x + y) % l))).toEqual(sum)
        }),
        runs(10, 300),
      )
    })

    test('are accepted from 0 to 2^64 - 1', () => {
      const most = 2n ** 64n - 1n
      expect(crypto.commit(0n, zero)).toEqual(one)
      expect(crypto.commit(most, zero)).toEqual(crypto.multiply(number32(most), H))
      expect(() => crypto.commit(-1n, zero)).toThrow(RangeError)
      expect(() => crypto.commit(2n ** 64n, zero)).toThrow(RangeError)
      expect(() => crypto.commit(0n, zero.subarray(1))).toThrow(RangeError)
    })

    test('are encrypted with a hash of the shared secret', () => {
      fc.assert(
        fc.property(anyBytes32, fc.uint8Array({ minLength: 8, maxLength: 8 }), (secret, amount) => {
          const pad = crypto.keccak256(concatBytes(utf8ToBytes('amount'), secret))
          const hidden = crypto.xorAmount(amount, secret)
          expect(hidden).toEqual(amount.map((byte, i) => byte ^ pad[i]!))
          expect(crypto.xorAmount(hidden, secret)).toEqual(amount)
          expect(crypto.commitmentMask(secret)).toEqual(
            crypto.hashToScalar(concatBytes(utf8ToBytes('commitment_mask'), secret)),
          )
        }),
        runs(50, 1000),
      )
    })

    test('error: wrong lengths', () => {
      expect(() => crypto.xorAmount(bytes('00'.repeat(7)), zero)).toThrow(RangeError)
      expect(() => crypto.xorAmount(bytes('00'.repeat(8)), zero.subarray(1))).toThrow(RangeError)
      expect(() => crypto.commitmentMask(zero.subarray(1))).toThrow(RangeError)
    })
  })
}
