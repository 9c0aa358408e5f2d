import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandKey, sBox, tenRounds } from '#protocol/cryptonight/aes.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const words = (of: Uint8Array) => new Uint32Array(of.slice().buffer)
const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, at) => byte ^ b[at]!)

describe('the AES round', () => {
  // FIPS 197, figure 7
  test('substitutes bytes by the S-box', () => {
    expect([sBox[0], sBox[1], sBox[0x53], sBox[0xff]]).toEqual([0x63, 0x7c, 0xed, 0x16])
    expect(new Set(sBox).size).toBe(256)
  })

  // FIPS 197, appendix A.3
  test('expands a key of 256 bits', () => {
    const key = Uint8Array.from(
      Buffer.from('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', 'hex'),
    )
    const expanded = Buffer.from(expandKey(words(key)).buffer)
    expect(expanded.subarray(0, 32)).toEqual(Buffer.from(key))
    expect(expanded.subarray(32, 48).toString('hex')).toBe('9ba354118e6925afa51a8b5f2067fcde')
    expect(expanded).toHaveLength(160)
  })

  test('ten rounds of SubBytes, ShiftRows, MixColumns and AddRoundKey match the reference', () => {
    fc.assert(
      fc.property(bytes(32), bytes(16), (key, block) => {
        const keys = expandKey(words(key))
        const own = words(block)
        tenRounds(own, keys)
        const again = words(block)
        for (let round = 0; round < 10; round++) oneRound(again, keys.subarray(4 * round))
        expect(own).toEqual(again)
      }),
      { numRuns: count(50, 2000), seed: seed() },
    )
  })
})

/** One round, step by step. @see FIPS 197, section 5.1 */
function oneRound(block: Uint32Array, key: Uint32Array) {
  const state = new Uint8Array(block.buffer)
  const shifted = state.map((_, at) => sBox[state[(at + 4 * (at % 4)) % 16]!]!)
  const mixed = shifted.map((_, at) => {
    const [column, row] = [at - (at % 4), at % 4]
    const of = (by: number) => shifted[column + ((row + by) % 4)]!
    const twice = (value: number) => ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff
    return twice(of(0)) ^ twice(of(1)) ^ of(1) ^ of(2) ^ of(3)
  })
  state.set(xor(mixed, new Uint8Array(key.slice(0, 4).buffer)))
}
