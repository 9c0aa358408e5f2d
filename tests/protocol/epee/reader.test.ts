import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EpeeError, readEpee } from '#protocol/epee/epee.ts'
import { member, storage } from '../../support/daemons/epee-storage.ts'
import { count, seed } from '../../support/random/case-counts.ts'

describe('readEpee', () => {
  test('parses every type, and lists of them', () => {
    expect(readEpee(member('61', '01 ffffffffffffffff'))).toStrictEqual({ a: -1n })
    expect(readEpee(member('61', '05 ffffffffffffffff'))).toStrictEqual({ a: 2n ** 64n - 1n })
    expect(readEpee(member('61', '82 08 ffffffff 01000000'))).toStrictEqual({ a: [-1, 1] })
    expect(readEpee(member('61', '89 04 000000000000f83f'))).toStrictEqual({ a: [1.5] })
    expect(readEpee(member('61', '8d 00'))).toStrictEqual({ a: [] })
    expect(readEpee(member('61', '0d 86 04 07000000'))).toStrictEqual({ a: [7] })
    expect(readEpee(storage('00'))).toStrictEqual({})
  })

  test('accepts sizes in a wider encoding than necessary', () => {
    expect(readEpee(member('61', '0a 0700000000000000 55'))).toStrictEqual({
      a: Uint8Array.of(0x55),
    })
  })

  test('byte strings are views of the input', () => {
    const input = member('61', '0a 08 0102')
    const { a } = readEpee(input)
    expect((a as Uint8Array).buffer).toBe(input.buffer)
  })

  test('__proto__ is an ordinary name', () => {
    const name = bytesToHex(utf8ToBytes('__proto__'))
    const value = readEpee(storage(`04 09${name} 0c 04 0161 0b 01`))
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toStrictEqual(['__proto__'])
  })

  test.each([
    ['an empty body', new Uint8Array(), 'wrong signature at byte 0'],
    ['another signature', hexToBytes('01110101010102010200'), 'wrong signature'],
    ['no object', storage(''), 'unexpected end at byte 9'],
    ['a missing member', storage('04'), 'unexpected end'],
    ['empty name', storage('04 00'), 'empty name'],
    ['a name twice', storage('08 0161 0801 0161 0801'), 'duplicate name in an object'],
    ['an unknown type', member('61', '0e 00'), 'unknown type 14'],
    ['type 0', member('61', '00'), 'unknown type 0'],
    ['an unknown type in a list', member('61', '8e 00'), 'unknown type 14'],
    ['a list in a list', member('61', '8d 04 85 00'), 'unknown type 13'],
    ['list without a type', member('61', '0d 05 00'), 'list without a type'],
    ['a bool of 2', member('61', '0b 02'), 'bool: expected 0 or 1'],
    ['a string past the end', member('61', '0a 08 01'), 'unexpected end'],
    ['a string of 2^61', member('61', '0a ffffffffffffffff'), 'string too long'],
    [
      'more items than bytes left',
      member('61', '85 0c 0000000000000000'),
      'more items than bytes left',
    ],
    ['2^60 items', member('61', '88 0300000000000010'), 'more items than bytes left'],
    ['more members than allowed', storage('03000000000000100161'), 'too many fields'],
  ])('error: %s', (_, input, problem) => {
    expect(() => readEpee(input)).toThrow(EpeeError)
    expect(() => readEpee(input)).toThrow(problem)
  })

  test('accepts 31 nested objects below the root, and rejects 32', () => {
    const nested = (depth: number) => storage('04 0161 0c'.repeat(depth) + '00')
    expect(() => readEpee(nested(31))).not.toThrow()
    expect(() => readEpee(nested(32))).toThrow('nested too deep')
    expect(() => readEpee(nested(1_000_000))).toThrow('nested too deep')
  })

  test('limits the numbers of objects, members and strings', () => {
    const limits = { objects: 2, fields: 3, strings: 2, numbers: 2 }
    expect(() => readEpee(member('61', '8c 08 00 00'), limits)).not.toThrow()
    expect(() => readEpee(member('61', '8c 0c 00 00 00'), limits)).toThrow('too many objects')
    expect(() => readEpee(member('61', '8a 0c 00 00 00'), limits)).toThrow('too many strings')
    expect(() => readEpee(member('61', '88 0c 00 00 00'), limits)).toThrow('too many numbers')
    expect(() => readEpee(member('61', '0c 0c 0161 0801'), limits)).toThrow('too many fields')
  })

  test('error: more than a million numbers in lists', () => {
    const listOf = (count: number) => {
      const size = new Uint8Array(4)
      new DataView(size.buffer).setUint32(0, 4 * count + 2, true)
      return concatBytes(member('61', '88'), size, new Uint8Array(count))
    }
    expect(readEpee(listOf(2 ** 20)).a).toHaveLength(2 ** 20)
    expect(() => readEpee(listOf(2 ** 20 + 1))).toThrow('too many numbers')
  })

  test('mutated bytes are parsed, or rejected with an EpeeError', () => {
    const valid = concatBytes(
      storage('10 0161 8c 08 04 0162 05 0100000000000000 04 0163 0a 0c 010203'),
      hexToBytes('0164 8a 08 0401 0402 0165 0b01 0166 0d 86 04 07000000'.replaceAll(' ', '')),
    )
    expect(() => readEpee(valid)).not.toThrow()
    const edits = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 })
    fc.assert(
      fc.property(edits, fc.nat(valid.length), (changes, length) => {
        const garbled = Uint8Array.from(valid)
        for (const [at, byte] of changes) garbled[at] = byte
        try {
          readEpee(garbled.subarray(0, length))
        } catch (error) {
          expect(error).toBeInstanceOf(EpeeError)
        }
      }),
      { numRuns: count(3000, 300_000), seed: seed() },
    )
  })
})
