import fc from 'fast-check'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '#protocol/base58.ts'
import { count, seed } from '../support/random/case-counts.ts'

describe('base58', () => {
  test.each([
    ['', ''],
    ['00', '11'],
    ['39', '1z'],
    ['ff', '5Q'],
    ['0000', '111'],
    ['ffff', 'LUv'],
    ['ffffff', '2UzHL'],
    ['ffffffff', '7YXq9G'],
    ['ffffffffff', 'VtB5VXc'],
    ['ffffffffffff', '3CUsUpv9t'],
    ['ffffffffffffff', 'Ahg1opVcGW'],
    ['ffffffffffffffff', 'jpXCZedGfVQ'],
    ['0000000000000000', '11111111111'],
    ['06156013762879f7ffffffffff', '22222222222VtB5VXc'],
  ])('bytes %j are %j', (hex, text) => {
    expect(encodeBase58(hexToBytes(hex))).toBe(text)
    expect(decodeBase58(text)).toStrictEqual(hexToBytes(hex))
  })

  test.each([
    ['a length that no block has', '1'],
    ['a length that no block has, after a full one', 'jpXCZedGfVQ1111'],
    ['a block above its bytes', '5R'],
    ['a full block above 8 bytes', 'jpXCZedGfVR'],
    ['a full block far above', 'zzzzzzzzzzz'],
    ['a zero', '10'],
    ['a capital O', '1O'],
    ['a small l', '1l'],
    ['a space', '1 '],
    ['another script', '1é'],
  ])('error: %s', (_, text) => {
    expect(decodeBase58(text)).toBe(undefined)
  })

  test('each byte sequence has exactly one valid text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toStrictEqual(bytes)
      }),
      { numRuns: count(300, 30_000), seed: seed() },
    )
    const texts = fc.string({ unit: fc.constantFrom(...'123ABCxyz'), maxLength: 40 })
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = decodeBase58(text)
        if (bytes) expect(encodeBase58(bytes)).toBe(text)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })
})
