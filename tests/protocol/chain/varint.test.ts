import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Reader } from '#protocol/chain/reader.ts'
import { putVarint, varint, varintSize } from '#protocol/chain/varint.ts'
import { max64 } from '#protocol/fields.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: max64 }),
  fc
    .tuple(fc.nat(63), fc.bigInt({ min: -2n, max: 2n }))
    .map(([bits, near]) => BigInt.asUintN(64, (1n << BigInt(bits)) + near)),
)

const runs = () => ({ numRuns: count(3000, 50_000), seed: seed() })

describe('varint', () => {
  test.each([
    [0n, [0]],
    [127n, [0x7f]],
    [128n, [0x80, 1]],
    [300n, [0xac, 2]],
    [(1n << 32n) - 1n, [0xff, 0xff, 0xff, 0xff, 0x0f]],
    [max64, [...new Array<number>(9).fill(0xff), 1]],
  ])('%i', (value, bytes) => {
    expect([...varint(value)]).toEqual(bytes)
    expect(new Reader(Uint8Array.from(bytes)).varint('x')).toBe(value)
  })

  test('is parsed to the written value, and has the stated size', () => {
    fc.assert(
      fc.property(u64, (value) => {
        const bytes = varint(value)
        const reader = new Reader(bytes)
        expect(reader.varint('x')).toBe(value)
        expect(reader.left).toBe(0)
        expect(bytes).toHaveLength(varintSize(value))
      }),
      runs(),
    )
  })

  test('has one encoding: a parsed value is serialised to the same bytes', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 11 })
    fc.assert(
      fc.property(bytes, (bytes) => {
        const reader = new Reader(bytes)
        let value: bigint
        try {
          value = reader.varint('x')
        } catch (error) {
          expect(error).toMatchObject({ name: 'ChainError' })
          return
        }
        expect(varint(value)).toEqual(bytes.subarray(0, reader.offset))
      }),
      runs(),
    )
  })

  test('is written at an offset of a buffer', () => {
    const bytes = new Uint8Array(5)
    expect(putVarint(bytes, 2, 300)).toBe(4)
    expect([...bytes]).toEqual([0, 0, 0xac, 2, 0])
  })

  test('error: a value that is not a u64', () => {
    expect(() => varint(-1n)).toThrow('varint: expected u64, got -1')
    expect(() => varint(max64 + 1n)).toThrow('varint: expected u64')
    expect(() => varint(0.5)).toThrow(RangeError)
  })
})
