import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { cnSlowHash } from '#protocol/cryptonight/cryptonight.ts'
import { hashVectors } from '../../vectors/hash/vectors.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const crypto = await testCrypto()

describe.each([
  ['in script', undefined],
  ['by the module', crypto.cryptonight],
])('cnSlowHash %s', (_, elsewhere) => {
  test.each(hashVectors('cryptonight'))('monero’s vector %s', (expected, message) => {
    expect(bytesToHex(cnSlowHash(hexToBytes(message), elsewhere))).toBe(expected)
  })
})

test('only the WebAssembly backend has CryptoNight', () => {
  expect(crypto.cryptonight !== undefined).toBe(crypto.kind === 'wasm')
})
