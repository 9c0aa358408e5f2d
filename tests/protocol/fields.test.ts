import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anything,
  bool,
  bytes,
  choice,
  double,
  FieldError,
  i16,
  i32,
  i64,
  i8,
  list,
  max64,
  object,
  text,
  u16,
  u32,
  u64,
  u8,
} from '#protocol/fields.ts'
import { Decimal, parseJson } from '#protocol/json/json.ts'
import { seed } from '../support/random/case-counts.ts'

const large = [
  [u64, 0n, max64],
  [i64, -(2n ** 63n), 2n ** 63n - 1n],
] as const

const small = [
  [u32, 0, 0xffff_ffff],
  [u16, 0, 0xffff],
  [u8, 0, 0xff],
  [i32, -(2 ** 31), 2 ** 31 - 1],
  [i16, -(2 ** 15), 2 ** 15 - 1],
  [i8, -128, 127],
] as const

describe('integers', () => {
  test.each(large)(
    '64-bit fields accept exactly their range, as bigints: $kind',
    (field, lowest, highest) => {
      expect(field.parse(lowest, 'a')).toBe(lowest)
      expect(field.parse(highest, 'a')).toBe(highest)
      expect(field.parse(5, 'a')).toBe(5n)
      expect(() => field.parse(lowest - 1n, 'a')).toThrow(FieldError)
      expect(() => field.parse(highest + 1n, 'a')).toThrow(FieldError)
    },
  )

  test.each(small)(
    'smaller fields accept exactly their range, as numbers: $kind',
    (field, lowest, highest) => {
      expect(field.parse(lowest, 'a')).toBe(lowest)
      expect(field.parse(highest, 'a')).toBe(highest)
      expect(field.parse(5n, 'a')).toBe(5)
      expect(() => field.parse(lowest - 1, 'a')).toThrow(FieldError)
      expect(() => field.parse(highest + 1, 'a')).toThrow(FieldError)
    },
  )

  test.each([...large, ...small])('error: a value that is not an integer: $kind', (field) => {
    const others = [
      1.5,
      NaN,
      Infinity,
      2 ** 53,
      parseJson('1e0'),
      parseJson('1.0'),
      true,
      null,
      '',
      '-1',
      '1.0',
      ' 1',
      '0x1',
      [1],
      {},
    ]
    for (const other of others) expect(() => field.parse(other, 'a')).toThrow(FieldError)
  })

  test('a string of digits is accepted as a u64, but not as a smaller integer, as in the reference', () => {
    expect(u64.parse('18446744073709551615', 'a')).toBe(max64)
    expect(u64.parse('007', 'a')).toBe(7n)
    expect(() => u64.parse('18446744073709551616', 'a')).toThrow(FieldError)
    for (const field of [i64, u32, u16, u8, i32])
      expect(() => field.parse('1', 'a')).toThrow(FieldError)
  })
})

describe('other values', () => {
  test('are accepted only with their own type', () => {
    expect(bool.parse(true, 'a')).toBe(true)
    expect(() => bool.parse(1, 'a')).toThrow(FieldError)
    expect(text.parse('', 'a')).toBe('')
    expect(() => text.parse(1, 'a')).toThrow(FieldError)
    expect(choice('in', 'out').parse('out', 'a')).toBe('out')
    expect(() => choice('in', 'out').parse('all', 'a')).toThrow(
      'a: expected in | out, got string of 3',
    )
    expect(anything.parse(null, 'a')).toBe(null)
  })

  test('a double is parsed from a number or a Decimal', () => {
    expect(double.parse(new Decimal('1.5e3'), 'a')).toBe(1500)
    expect(double.parse(-0.25, 'a')).toBe(-0.25)
    for (const other of [NaN, '1.5', 1n, new Decimal('1e999')])
      expect(() => double.parse(other, 'a')).toThrow(FieldError)
  })

  test('bytes are parsed from bytes, or from text with one character for each byte', () => {
    expect(bytes.parse('\x00\xff', 'a')).toStrictEqual(Uint8Array.of(0, 255))
    expect(bytes.parse(Uint8Array.of(1), 'a')).toStrictEqual(Uint8Array.of(1))
    expect(() => bytes.parse('€', 'a')).toThrow(FieldError)
    expect(() => bytes.parse([1], 'a')).toThrow(FieldError)
  })
})

describe('lists and objects', () => {
  const rows = list(object({ height: u64, label: text.default('none'), note: text.optional() }))

  test('are checked at every level', () => {
    expect(
      rows.parse(
        [
          { height: 1, more: 2 },
          { height: 2n, label: 'x', note: null },
        ],
        '',
      ),
    ).toStrictEqual([
      { height: 1n, label: 'none', note: undefined },
      { height: 2n, label: 'x', note: undefined },
    ])
  })

  test('a single value counts as a list of one', () => {
    expect(list(u32).parse(7, 'a')).toStrictEqual([7])
  })

  test('an empty string counts as an empty object, as clients send it', () => {
    expect(object({ a: u64.default(1n) }).parse('', '')).toStrictEqual({ a: 1n })
  })

  test('inherited members are ignored', () => {
    const field = object({ toString: text.optional(), constructor: text.optional() })
    const parsed = field.parse({}, '') as Record<string, unknown>
    expect([parsed.toString, parsed.constructor]).toStrictEqual([undefined, undefined])
  })

  test('error: the message contains the path of the value', () => {
    const wrong = { rows: [{ height: 1 }, { height: -1 }] }
    expect(() => object({ rows }).parse(wrong, '')).toThrow('rows[1].height: expected u64, got -1')
    expect(() => object({ rows }).parse({}, '')).toThrow('rows: expected list, got nothing')
    expect(() => object({ rows }).parse([], '')).toThrow('params: expected object, got array of 0')
  })

  test('error: the message does not contain the value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, unit: fc.constantFrom('q', 'z') }), (secret) => {
        const others = [secret, [secret], { [secret]: secret }, new Decimal(secret)]
        for (const field of [u64, bool, object({ a: u8 }), choice('a', 'b')])
          for (const other of others) {
            try {
              field.parse(other, 'key')
            } catch (error) {
              expect((error as Error).message).not.toContain(secret)
              continue
            }
            throw new Error('took what is none')
          }
      }),
      { seed: seed() },
    )
  })

  test('a field keeps its inner fields after default, optional and describe', () => {
    for (const field of [rows.default([]), rows.optional(), rows.describe('All of them.')])
      expect(field.inside).toBe(rows.inside)
    expect(rows.describe('All of them.').schema).toMatchObject({
      type: 'array',
      description: 'All of them.',
      items: { required: ['height'] },
    })
  })
})
