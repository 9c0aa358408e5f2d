/**
 * @see monero src/device/device_default.cpp get_subaddress_spend_public_keys
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { anyIndex, anyScalar, G, noPoints, number32, runs, zero } from './material.ts'

export function subaddressCases(make: Make) {
  describe('subaddresses', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('subaddresses'))
    })

    test('hash view secret, account and index', () => {
      const secret = number32(12345n)
      const indices = Uint8Array.of(4, 3, 2, 1, 0xfc, 0xfd, 0xfe, 0xff)
      const data = concatBytes(utf8ToBytes('SubAddr\0'), secret, indices)
      expect(crypto.subaddressSecret(secret, 0x01020304, 0xfffefdfc)).toEqual(
        crypto.hashToScalar(data),
      )
    })

    test('have the spend key plus their secret times G', () => {
      fc.assert(
        fc.property(anyScalar, anyScalar, anyIndex, anyIndex, (a, b, account, index) => {
          const [view, B] = [number32(a), crypto.publicKey(number32(b))!]
          const [key] = split(crypto.subaddressSpendKeys(view, B, account, index, 1))
          const secret = crypto.scalarAdd(
            crypto.subaddressSecret(view, account, index),
            number32(b),
          )
          const isPrimary = account === 0 && index === 0
          expect(key).toEqual(isPrimary ? B : crypto.publicKey(secret))
        }),
        runs(20, 300),
      )
    })

    test('have the view secret times their spend key as their view key', () => {
      fc.assert(
        fc.property(anyScalar, anyScalar, anyIndex, anyIndex, (a, b, account, index) => {
          const [view, B] = [number32(a), crypto.publicKey(number32(b))!]
          const base = crypto.multiply(view, B)!
          const isPrimary = account === 0 && index === 0
          const key = isPrimary
            ? crypto.pointAdd(B, crypto.multiplyBase(crypto.subaddressSecret(view, 0, 0)))!
            : crypto.subaddressSpendKeys(view, B, account, index, 1)
          expect(crypto.subaddressViewKeys(view, base, account, index, 1)).toEqual(
            crypto.multiply(view, key),
          )
        }),
        runs(20, 300),
      )
    })

    test.each([
      [0, 0, 40],
      [0, 1, 3],
      [1, 0, 33],
      [7, 0xffffffff, 1],
      [0xffffffff, 0xfffffff0, 16],
    ])(
      'of account %i from index %i, %i in one call, equal single calls',
      (account, first, number) => {
        const [view, B] = [number32(77n), crypto.publicKey(number32(99n))!]
        const keys = split(crypto.subaddressSpendKeys(view, B, account, first, number))
        const single = keys.map((_, i) =>
          crypto.subaddressSpendKeys(view, B, account, first + i, 1),
        )
        expect(keys).toHaveLength(number)
        expect(keys).toEqual(single)
        if (account === 0 && first === 0) expect(keys[0]).toEqual(B)
      },
    )

    test('are an empty array for a count of zero', () => {
      expect(crypto.subaddressSpendKeys(zero, G, 0, 0, 0)).toEqual(new Uint8Array())
    })

    test('error: indices above 32 bits, and keys that are not points', () => {
      const [, none] = noPoints[0]!
      expect(() => crypto.subaddressSpendKeys(zero, G, 0, 0xffffffff, 2)).toThrow(RangeError)
      expect(() => crypto.subaddressSpendKeys(zero, G, 0, -1, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressSpendKeys(zero, G, 2 ** 32, 0, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressSpendKeys(zero, none, 0, 0, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressSpendKeys(zero.subarray(1), G, 0, 0, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressSpendKeys(zero, G.subarray(1), 0, 0, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressViewKeys(zero, none, 0, 0, 1)).toThrow(RangeError)
      expect(() => crypto.subaddressViewKeys(zero, G, 0, 0xffffffff, 2)).toThrow(RangeError)
      expect(() => crypto.subaddressSecret(zero, 0, 2 ** 32)).toThrow(RangeError)
      expect(() => crypto.subaddressSecret(zero, 0.5, 0)).toThrow(RangeError)
      expect(() => crypto.subaddressSecret(zero.subarray(1), 0, 0)).toThrow(RangeError)
    })
  })
}

const split = (keys: Uint8Array) =>
  Array.from({ length: keys.length / 32 }, (_, i) => keys.slice(32 * i, 32 * i + 32))
