import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader, ByteWriter } from '../../../../worker/engine/store/record-bytes.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const max64 = 2n ** 64n - 1n

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter()
  write(writer)
  return writer.finish()
}

describe('numbers', () => {
  // LEB128: seven bits a byte, the lowest first.
  test.each([
    [0, '00'],
    [127, '7f'],
    [128, '8001'],
    [300, 'ac02'],
    [2 ** 32, '8080808010'],
    [2 ** 53 - 1, 'ffffffffffffff0f'],
  ])('%s is written as %s', (value, hex) => {
    expect(bytesToHex(written((to) => to.varint(value)))).toBe(hex)
    expect(new ByteReader(hexToBytes(hex)).varint()).toBe(value)
  })

  test('a bigint takes 8 bytes in little-endian order', () => {
    expect(bytesToHex(written((to) => to.u64(0x0102030405060708n)))).toBe('0807060504030201')
    expect(new ByteReader(hexToBytes('ffffffffffffffff')).u64()).toBe(max64)
  })

  test.each([-1, 0.5, 2 ** 53, NaN, Infinity])('error: %s is not a varint', (value) => {
    expect(() => written((to) => to.varint(value))).toThrow(RangeError)
  })

  test.each([-1n, max64 + 1n])('error: %s is not a u64', (value) => {
    expect(() => written((to) => to.u64(value))).toThrow('record: a bigint must be a u64')
  })

  test('error: a varint above 2^53 - 1', () => {
    for (const hex of ['ffffffffffffff10', 'ffffffffffffffffffff01'])
      expect(() => new ByteReader(hexToBytes(hex)).varint()).toThrow(
        'record: number above 2^53 - 1',
      )
  })
})

describe('bytes', () => {
  test('are parsed to the written value, for all sizes', () => {
    const part = fc.oneof(
      fc.maxSafeNat(),
      fc.bigInt({ min: 0n, max: max64 }),
      fc.uint8Array({ maxLength: 700 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const reader = new ByteReader(written((to) => parts.forEach((each) => put(to, each))))
        for (const each of parts)
          if (typeof each === 'number') expect(reader.varint()).toBe(each)
          else if (typeof each === 'bigint') expect(reader.u64()).toBe(each)
          else expect(reader.sized()).toEqual(each)
        expect(reader.atEnd).toBe(true)
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })

  test('are wiped from the writer when it is finished', () => {
    const writer = new ByteWriter()
    writer.sized(new Uint8Array(300).fill(7))
    expect(writer.finish()).toHaveLength(302)
    expect(writer.finish()).toEqual(new Uint8Array(302))
  })

  test.each<[string, string, (reader: ByteReader) => unknown]>([
    ['no byte', '', (reader) => reader.byte()],
    ['a varint without its last byte', '80', (reader) => reader.varint()],
    ['seven bytes of a bigint', '01020304050607', (reader) => reader.u64()],
    ['fewer bytes than their length', '030102', (reader) => reader.sized()],
    ['a count above the bytes that follow', '020a', (reader) => reader.count()],
  ])('error: %s', (_, hex, read) => {
    expect(() => read(new ByteReader(hexToBytes(hex)))).toThrow(new RangeError('record: cut short'))
  })
})

function put(to: ByteWriter, part: number | bigint | Uint8Array) {
  if (typeof part === 'number') to.varint(part)
  else if (typeof part === 'bigint') to.u64(part)
  else to.sized(part)
}
