import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../../../../worker/engine/store/codec.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const hex = fc.uint8Array({ minLength: 1, maxLength: 40 }).map(bytesToHex)
// A field `constructor` would change the type in a strict comparison.
const notNames = ['__proto__', 'constructor']
const fieldName = fc.oneof(
  fc.constantFrom('txid', 'amount', 'spent', 'labels'),
  fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => !notNames.includes(name)),
)
const { record } = fc.letrec<{ record: unknown }>((tie) => ({
  record: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.maxSafeNat(),
    u64,
    hex,
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array(),
    fc.array(tie('record'), { maxLength: 5 }),
    fc.dictionary(fieldName, tie('record'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))

const roundTrip = (value: unknown) => decodeRecord(encodeRecord(value))

describe('record codec', () => {
  test('decodes every encoded record', () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(roundTrip(value)).toStrictEqual(value)
      }),
      { numRuns: count(500, 20_000), seed: seed() },
    )
  })

  test.each([
    ['largest u64', 2n ** 64n - 1n],
    ['first beyond 2^53', 2n ** 53n],
    ['last up to 2^53', 2n ** 53n - 1n],
    ['largest number', Number.MAX_SAFE_INTEGER],
    ['a bigint that is small', 7n],
    ['a number that is small', 7],
    ['text of hex digits', '00ff'],
    ['text of upper-case hex digits', '00FF'],
    ['text of an odd number of hex digits', '00f'],
    ['empty text', ''],
    ['text whose length takes two bytes', 'x'.repeat(129)],
    ['text with a letter that is not ASCII', 'Gr\u00fc\u00dfe'],
    ['text with a byte order mark', '\ufeffnote'],
    ['no bytes', new Uint8Array()],
  ])('keeps %s as it is', (_, value) => expect(roundTrip(value)).toStrictEqual(value))

  test('leaves out fields that are undefined', () => {
    expect(roundTrip({ amount: 1n, spent: undefined })).toStrictEqual({ amount: 1n })
  })

  test('keeps the format of a recorded example', () => {
    const value = { txid: 'ab'.repeat(32), amount: 1234n }
    const bytes = '0902' + '130620' + 'ab'.repeat(32) + '1603d209'
    expect(bytesToHex(encodeRecord(value))).toBe(bytes)
    expect(decodeRecord(hexToBytes(bytes))).toEqual(value)
  })

  test('returns copies of bytes, not views of the input', () => {
    const encoded = encodeRecord({ mask: Uint8Array.of(1, 2, 3) })
    const { mask } = decodeRecord(encoded) as { mask: Uint8Array }
    encoded.fill(0)
    expect(mask).toEqual(Uint8Array.of(1, 2, 3))
  })

  test.each([
    ['a negative number', -1],
    ['a fraction', 0.5],
    ['a number beyond 2^53', 2 ** 53],
    ['a negative bigint', -1n],
    ['a bigint of 65 bits', 2n ** 64n],
    ['null', null],
    ['a function', () => 1],
    ['undefined in a list', [undefined]],
  ])('error: cannot keep %s', (_, value) => {
    expect(() => encodeRecord({ value })).toThrow(RangeError)
  })

  test('error: every way to cut a record short', () => {
    fc.assert(
      fc.property(
        record,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (value, part) => {
          const bytes = encodeRecord(value)
          const cut = bytes.subarray(0, Math.floor(bytes.length * part))
          expect(() => decodeRecord(cut)).toThrow(RangeError)
        },
      ),
      { numRuns: count(300, 10_000), seed: seed() },
    )
  })

  test('error: bytes after the end', () => {
    expect(() => decodeRecord(Uint8Array.of(1, 1))).toThrow('record: bytes after its end')
  })

  test('error: a tag and a field of a newer version', () => {
    expect(() => decodeRecord(Uint8Array.of(99))).toThrow('record: unknown tag 99')
    expect(() => decodeRecord(Uint8Array.of(9, 1, 120, 0))).toThrow('record: unknown field 120')
  })

  test('error: a list that claims more items than bytes follow', () => {
    expect(() => decodeRecord(Uint8Array.of(8, 0xff, 0xff, 0xff, 0x7f))).toThrow(
      'record: cut short',
    )
  })

  test('error: a text and a name that are not UTF-8', () => {
    expect(() => decodeRecord(Uint8Array.of(5, 1, 0xff))).toThrow('record: a text is not UTF-8')
    expect(() => decodeRecord(Uint8Array.of(9, 1, 0, 1, 0xff, 0))).toThrow(RangeError)
  })

  test('error: lists in lists that claim all bytes allocate nothing for them', () => {
    // With an allocation for each count, these would take gigabytes.
    const nested = Array.from({ length: 2000 }, () => [8, 0xc0, 0x84, 0x3d]).flat()
    const bytes = new Uint8Array(1_100_000)
    bytes.set(nested)
    bytes[nested.length] = 99
    expect(() => decodeRecord(bytes)).toThrow('record: unknown tag 99')
  })

  test('a field named `__proto__` is read like any other field', () => {
    const bytes = encodeRecord(JSON.parse('{"__proto__":{"a":1}}'))
    const read = decodeRecord(bytes) as object
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(encodeRecord(read)).toEqual(bytes)
  })
})
