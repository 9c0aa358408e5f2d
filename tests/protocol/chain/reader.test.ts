import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absoluteOffsets, relativeOffsets } from '#protocol/chain/offsets.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { putVarint, varint, varintSize } from '#protocol/chain/varint.ts'
import { Writer } from '#protocol/chain/writer.ts'
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

  test('is read back as it was written, and takes the size it says', () => {
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

  test('has one encoding: what is read is written again the same', () => {
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

  test('is put at an offset', () => {
    const bytes = new Uint8Array(5)
    expect(putVarint(bytes, 2, 300)).toBe(4)
    expect([...bytes]).toEqual([0, 0, 0xac, 2, 0])
  })

  test('error: no u64', () => {
    expect(() => varint(-1n)).toThrow('varint: expected u64, got -1')
    expect(() => varint(max64 + 1n)).toThrow('varint: expected u64')
    expect(() => varint(0.5)).toThrow(RangeError)
  })
})

describe('Reader', () => {
  const read = (...bytes: number[]) => new Reader(Uint8Array.from(bytes))

  test.each([
    ['nothing', []],
    ['cut short', [0x80]],
    ['cut short after nine bytes', new Array<number>(9).fill(0x80)],
  ])('error: a varint of %s', (_, bytes) => {
    expect(() => read(...bytes).varint('height')).toThrow('height: expected 1 bytes at offset')
  })

  test.each([
    ['overlong zero', [0x80, 0]],
    ['overlong', [0xff, 0x80, 0]],
    ['overlong at nine bytes', [...new Array<number>(8).fill(0x80), 0]],
    ['overlong at ten bytes', [...new Array<number>(9).fill(0x80), 0]],
  ])('error: a varint that is %s', (_, bytes) => {
    expect(() => read(...bytes).varint('height')).toThrow(
      'height: varint is not in its shortest form',
    )
  })

  test('error: a varint of more bits than the field has', () => {
    const nines = new Array<number>(9).fill(0xff)
    expect(() => read(...nines, 2).varint('x')).toThrow('x: varint overflows 64 bits')
    expect(() => read(...nines, 0x81, 0).varint('x')).toThrow('x: varint overflows 64 bits')
    expect(read(0xff, 1).smallVarint('x', 8)).toBe(255)
    expect(() => read(0x80, 2).smallVarint('x', 8)).toThrow('x: varint overflows 8 bits')
    expect(read(0xff, 0xff, 0xff, 0xff, 0x0f).smallVarint('x', 32)).toBe(0xffff_ffff)
    expect(() => read(0x80, 0x80, 0x80, 0x80, 0x10).smallVarint('x', 32)).toThrow(
      'x: varint overflows 32 bits',
    )
  })

  test('reads in order, as views of the same bytes', () => {
    const bytes = Uint8Array.from({ length: 80 }, (_, i) => i)
    const reader = new Reader(bytes, 1)
    expect(reader.byte('a')).toBe(1)
    expect(reader.u32('b')).toBe(0x05040302)
    const [key] = reader.keys(1, 'c')
    expect(key!.buffer).toBe(bytes.buffer)
    expect(key![0]).toBe(6)
    expect(reader.left).toBe(42)
    expect(reader.take(42, 'd').at(-1)).toBe(79)
    reader.end('e')
  })

  test('error: says what is missing and where', () => {
    expect(() => read(1, 2).take(3, 'key image')).toThrow(
      'key image: expected 3 bytes at offset 0, got 2',
    )
    expect(() => read(1, 2).keys(2 ** 40, 'keys')).toThrow('keys: expected 35184372088832 bytes')
    expect(() => read(3, 1, 2).count('things', 1)).toThrow('things: expected 3 items, got 2 bytes')
    expect(() => read(1).end('block')).toThrow('block: expected the end, got 1 more bytes')
    expect(() => read().byte('kind')).toThrow('kind: expected 1 bytes at offset 0, got 0')
    expect(() => read(1, 2, 3).u32('nonce')).toThrow('nonce: expected 4 bytes')
  })
})

describe('Writer', () => {
  test('joins what it was given', () => {
    const bytes = new Writer().byte(5).varint(300).u32(0xfffefdfc).raw(Uint8Array.of(9)).bytes()
    expect([...bytes]).toEqual([5, 0xac, 2, 0xfc, 0xfd, 0xfe, 0xff, 9])
    expect(new Reader(bytes, 3).u32('x')).toBe(0xfffefdfc)
  })
})

describe('ring offsets', () => {
  test('are distances', () => {
    expect(relativeOffsets([30n, 10n, 15n])).toEqual([10n, 5n, 15n])
    expect(absoluteOffsets([10n, 5n, 15n])).toEqual([10n, 15n, 30n])
    expect(relativeOffsets([])).toEqual([])
    expect(absoluteOffsets([])).toEqual([])
  })

  test('there and back is sorting', () => {
    fc.assert(
      fc.property(fc.array(u64, { maxLength: 16 }), (indices) => {
        const sorted = [...indices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(absoluteOffsets(relativeOffsets(indices))).toEqual(sorted)
      }),
      runs(),
    )
  })

  test('wrap at 64 bits, as in monero', () => {
    expect(absoluteOffsets([max64, 2n])).toEqual([max64, 1n])
  })
})
