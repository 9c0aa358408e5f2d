import { readFileSync } from 'node:fs'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { cnSlowHash } from '#protocol/cryptonight.ts'
import { groestl256 } from '#protocol/cryptonight/groestl.ts'
import { jh256 } from '#protocol/cryptonight/jh.ts'
import { skein512x256 } from '#protocol/cryptonight/skein.ts'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { count } from '../support/random/case-counts.ts'

/** Lines of hash and message, `x` for an empty one, from Monero's own tests. */
const vectors = (name: string) =>
  readFileSync(new URL(`../vectors/hash/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [hash: string, message: string, height?: string])

describe.each([
  ['groestl', groestl256],
  ['jh', jh256],
  ['skein', skein512x256],
])('%s', (name, hash) => {
  test('monero’s vectors, of every length up to two blocks', () => {
    for (const [expected, message] of vectors(name))
      expect(bytesToHex(hash(hexToBytes(message === 'x' ? '' : message)))).toBe(expected)
  })
})

const crypto = await testCrypto()

describe.each([
  ['in script', undefined],
  ['by the module', crypto.cryptonight],
])('cnSlowHash %s', (_, elsewhere) => {
  test.each(vectors('cryptonight'))('monero’s vector %s', (expected, message) => {
    expect(bytesToHex(cnSlowHash(hexToBytes(message), elsewhere))).toBe(expected)
  })
})

test('the module is asked where it is there', () => {
  expect(crypto.cryptonight !== undefined).toBe(crypto.kind === 'wasm')
})

describe.each([1, 2, 4])('cryptonight, variant %i', (variant) => {
  const some = vectors(`cryptonight-${variant}`).slice(0, count(3, 10))
  test.each(some)('monero’s vector %s', (expected, message, height) => {
    const hash = cryptonight(hexToBytes(message), variant, BigInt(height ?? 0))
    expect(bytesToHex(hash)).toBe(expected)
  })
})

test('error: variant 1 takes eight bytes from around a nonce', () => {
  expect(() => cryptonight(new Uint8Array(42), 1, 0n)).toThrow(
    'cryptonight variant 1 needs 43 bytes of data',
  )
})
