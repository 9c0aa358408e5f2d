import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { hashVectors } from '../../vectors/hash/vectors.ts'
import { count } from '../../support/random/case-counts.ts'

describe.each([1, 2, 4])('cryptonight, variant %i', (variant) => {
  const some = hashVectors(`cryptonight-${variant}`).slice(0, count(3, 10))
  test.each(some)('monero’s vector %s', (expected, message, height) => {
    const hash = cryptonight(hexToBytes(message), variant, BigInt(height ?? 0))
    expect(bytesToHex(hash)).toBe(expected)
  })
})

test('error: variant 1 of an input of fewer than 43 bytes', () => {
  expect(() => cryptonight(new Uint8Array(42), 1, 0n)).toThrow(
    'cryptonight variant 1 needs 43 bytes of data',
  )
})
