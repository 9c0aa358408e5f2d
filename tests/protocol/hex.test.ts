import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHex, longHex } from '#protocol/hex.ts'
import { count, seed } from '../support/random/case-counts.ts'

describe('hex', () => {
  test.each(['', '00', 'aF', '0123456789abcdefABCDEF'])('%j is', (text) => {
    expect(isHex(text)).toBe(true)
  })

  test.each(['0', 'abc', '0g', ' 00', '00\n', '0x00', 'ﬀ'])('error: %j is not', (text) => {
    expect(isHex(text)).toBe(false)
  })

  test.each([
    ['00'.repeat(32), true],
    ['aF'.repeat(32), true],
    ['00'.repeat(31), false],
    [`${'00'.repeat(31)}0`, false],
    ['00'.repeat(33), false],
    [`${'00'.repeat(31)}0g`, false],
  ])('%j of 32 bytes: %j', (text, expected) => {
    expect(isHex(text, 32)).toBe(expected)
  })

  test('longHex of any bytes equals bytesToHex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(longHex(bytes)).toBe(bytesToHex(bytes))
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })

  test('converts long values', () => {
    const bytes = new Uint8Array(12_000_000).fill(0xa5)
    const text = longHex(bytes)
    expect(text).toHaveLength(24_000_000)
    expect(isHex(text)).toBe(true)
    expect(isHex(`${text}0`)).toBe(false)
    expect(hexToBytes(text)).toHaveLength(bytes.length)
  })
})
