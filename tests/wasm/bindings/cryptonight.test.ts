import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { cnSlowHash } from '#protocol/cryptonight/cryptonight.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { makeWasm } from '../module.ts'

const { cryptonight } = makeWasm(seededRandom('cryptonight'))

describe('cryptonight', () => {
  // tests/vectors/hash/cryptonight.txt has more.
  test('returns the hash of monero', () => {
    const hash = cnSlowHash(utf8ToBytes('de omnibus dubitandum'), cryptonight)
    expect(bytesToHex(hash)).toBe(
      '2f8e3df40bd11f9ac90c743ca8e32bb391da4fb98612aa3b6cdc639ee00b31f5',
    )
  })

  test('does not change its arguments', () => {
    const [state, keys, tables] = [200, 320, 4096].map((length) => new Uint8Array(length).fill(7))
    expect(cryptonight!(state!, keys!, tables!)).toHaveLength(200)
    for (const bytes of [state!, keys!, tables!])
      expect(bytes.every((byte) => byte === 7)).toBe(true)
  })

  test.each([
    ['state', 199, 320, 4096],
    ['keys', 200, 319, 4096],
    ['tables', 200, 320, 4097],
  ])('error: %s of a wrong length', (name, ...lengths) => {
    const [state, keys, tables] = lengths.map((length) => new Uint8Array(length))
    expect(() => cryptonight!(state!, keys!, tables!)).toThrow(name)
  })
})
