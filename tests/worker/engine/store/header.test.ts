import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { describe, expect, test } from 'vitest'
import { WalletDamaged } from '../../../../worker/engine/store/errors.ts'
import {
  formatHeader,
  headerLength,
  parseHeader,
  sealHeader,
  unsealHeader,
  type Header,
} from '../../../../worker/engine/store/header.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const [passwordKey, dataKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const cost = { memoryKiB: 65536, iterations: 3, parallelism: 4 }
const header = sealHeader(
  crypto,
  cost,
  new Uint8Array(32).fill(3),
  new Uint8Array(24).fill(4),
  passwordKey,
  dataKey,
)
const bytes = formatHeader(header)

/** A header with a valid checksum after these changes. */
function altered(change: (bytes: Uint8Array) => void): Uint8Array {
  const body = bytes.slice(0, headerLength - 8)
  change(body)
  return concatBytes(body, blake2b(body, { dkLen: 8 }))
}

/** @param at - 9: memory, 13: iterations, 17: parallelism. */
const withCost = (at: number, value: number) =>
  altered((body) => new DataView(body.buffer).setUint32(at, value, true))

describe('a header', () => {
  test('has the documented layout', () => {
    expect(bytes).toHaveLength(8 + 1 + 12 + 32 + 24 + 48 + 8)
    expect(bytesToHex(bytes.subarray(0, 21))).toBe(
      `${bytesToHex(Buffer.from('nightjar'))}02000001000300000004000000`,
    )
    expect(bytes.subarray(21, 53)).toEqual(header.salt)
    expect(bytes.subarray(53, 77)).toEqual(header.nonce)
    expect(bytes.subarray(77, 125)).toEqual(header.wrappedKey)
  })

  test('is parsed to the written value, from any position of a buffer', () => {
    expect(parseHeader(bytes)).toEqual(header)
    const within = concatBytes(new Uint8Array(5), bytes).subarray(5)
    expect(parseHeader(within)).toEqual(header)
  })

  test('opens with the key of the password alone', () => {
    expect(unsealHeader(crypto, header, passwordKey)).toEqual(dataKey)
    expect(unsealHeader(crypto, header, dataKey)).toBeUndefined()
  })

  test.each<[string, Partial<Header>]>([
    ['less memory', { cost: { ...cost, memoryKiB: 8 } }],
    ['fewer iterations', { cost: { ...cost, iterations: 1 } }],
    ['another parallelism', { cost: { ...cost, parallelism: 1 } }],
    ['another salt', { salt: new Uint8Array(32) }],
    ['another nonce', { nonce: new Uint8Array(24) }],
  ])('error: %s, bound to the wrapped key', (_, other) => {
    expect(unsealHeader(crypto, { ...header, ...other }, passwordKey)).toBeUndefined()
  })

  test.each<[string, Uint8Array, string]>([
    ['other bytes', new Uint8Array(headerLength), 'not a wallet of this program'],
    ['cut short', bytes.subarray(0, -1), 'not a wallet of this program'],
    ['a byte more', concatBytes(bytes, Uint8Array.of(0)), 'not a wallet of this program'],
    [
      'an older version',
      altered((body) => (body[8] = 1)),
      'wallet of format 1, expected 2 or 3: restore it from its seed',
    ],
    [
      'a newer version',
      altered((body) => (body[8] = 4)),
      'wallet of format 4, expected 2 or 3: use a newer version of this program',
    ],
    [
      'a wrong checksum',
      bytes.map((byte, at) => byte ^ Number(at === 130)),
      'the header of the wallet is damaged',
    ],
    ['no memory', withCost(9, 0), "memoryKiB of the wallet's header is out of range"],
    [
      'memory above 1 GiB',
      withCost(9, 2 ** 20 + 1),
      "memoryKiB of the wallet's header is out of range",
    ],
    ['no iterations', withCost(13, 0), "iterations of the wallet's header is out of range"],
    ['1001 iterations', withCost(13, 1001), "iterations of the wallet's header is out of range"],
    ['no lanes', withCost(17, 0), "parallelism of the wallet's header is out of range"],
    ['17 lanes', withCost(17, 17), "parallelism of the wallet's header is out of range"],
  ])('error: %s', (_, wrong, message) => {
    expect(() => parseHeader(wrong)).toThrow(new WalletDamaged(message))
  })

  test('accepts the highest cost', () => {
    expect(parseHeader(withCost(9, 2 ** 20)).cost.memoryKiB).toBe(2 ** 20)
    expect(parseHeader(withCost(13, 1000)).cost.iterations).toBe(1000)
    expect(parseHeader(withCost(17, 16)).cost.parallelism).toBe(16)
  })
})
