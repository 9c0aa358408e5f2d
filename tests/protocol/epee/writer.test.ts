import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { WrittenList } from '#protocol/epee/writer.ts'
import {
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
  object,
  text,
  u16,
  u32,
  u64,
  u8,
} from '#protocol/fields.ts'
import { packed } from '#protocol/daemon/packed.ts'
import { epeeHeader, member } from '../../support/daemons/epee-storage.ts'

describe('epeeFrom', () => {
  test('writes the type of each field, and sorts members by name', () => {
    const fields = {
      u: u64,
      d: u32,
      c: u16,
      b: u8,
      i: i64,
      h: i32,
      g: i16,
      f: i8,
      r: double,
      s: text,
      t: bytes,
      o: bool,
      k: choice('xy', 'z'),
      p: packed(2),
    }
    const value = {
      u: 0x0102030405060708n,
      d: 0x01020304,
      c: 0x0102,
      b: 1,
      i: -2n,
      h: -2,
      g: -2,
      f: -2,
      r: 1.5,
      s: 'é',
      t: Uint8Array.of(0, 255),
      o: true,
      k: 'z' as const,
      p: [Uint8Array.of(1, 2), Uint8Array.of(3, 4)],
    }
    const written = epeeFrom(fields, value)
    expect(bytesToHex(written)).toBe(
      `${epeeHeader} 38
       0162 08 01
       0163 07 0201
       0164 06 04030201
       0166 04 fe
       0167 03 feff
       0168 02 feffffff
       0169 01 feffffffffffffff
       016b 0a 04 7a
       016f 0b 01
       0170 0a 10 01020304
       0172 09 000000000000f83f
       0173 0a 08 c3a9
       0174 0a 08 00ff
       0175 05 0807060504030201`.replace(/\s/g, ''),
    )
    expect(epeeTo(fields, written)).toStrictEqual(value)
  })

  test('writes lists and objects', () => {
    const fields = {
      amounts: list(u64),
      blobs: list(bytes),
      flags: list(bool),
      inner: object({ a: u8 }),
      outs: list(object({ index: u32 })),
    }
    const value = {
      amounts: [1n, 2n],
      blobs: [Uint8Array.of(7), Uint8Array.of()],
      flags: [true, false],
      inner: { a: 9 },
      outs: [{ index: 1 }, { index: 2 }],
    }
    const written = epeeFrom(fields, value)
    expect(bytesToHex(written)).toBe(
      `${epeeHeader} 14
       07 ${bytesToHex(utf8ToBytes('amounts'))} 85 08 0100000000000000 0200000000000000
       05 ${bytesToHex(utf8ToBytes('blobs'))} 8a 08 0407 00
       05 ${bytesToHex(utf8ToBytes('flags'))} 8b 08 01 00
       05 ${bytesToHex(utf8ToBytes('inner'))} 0c 04 0161 08 09
       04 ${bytesToHex(utf8ToBytes('outs'))} 8c 08
         04 05 ${bytesToHex(utf8ToBytes('index'))} 06 01000000
         04 05 ${bytesToHex(utf8ToBytes('index'))} 06 02000000`.replace(/\s/g, ''),
    )
    expect(epeeTo(fields, written)).toStrictEqual(value)
  })

  test('empty lists and members without a value are left out', () => {
    const fields = { a: list(u64), b: packed(32), c: text.optional(), d: u64.default(5n), e: text }
    expect(epeeFrom(fields, { a: [], b: [], e: '' })).toStrictEqual(member('65', '0a 00'))
  })

  test('writes a list that is already written as its items', () => {
    const fields = { a: u8, items: list(u16), z: u8 }
    const items = [1, 2, 3].map((item) => Uint8Array.of(item, 0))
    const written = (list: WrittenList) => epeeFrom(fields, { a: 1, items: list as never, z: 2 })
    const expected = epeeFrom(fields, { a: 1, items: [1, 2, 3], z: 2 })
    expect(written(new WrittenList(3, items))).toStrictEqual(expected)
    expect(written(new WrittenList(3, [Uint8Array.of(1, 0, 2), Uint8Array.of(0, 3, 0)]))).toEqual(
      expected,
    )
    expect(written(new WrittenList(0, []))).toStrictEqual(
      epeeFrom(fields, { a: 1, items: [], z: 2 }),
    )
  })

  test('a long list that is already written is copied once, into a storage of its size', () => {
    const fields = { items: list(u16), z: bytes }
    const many = Array.from({ length: 50_000 }, (_, item) => item)
    const part = new Uint8Array(Uint16Array.from(many).buffer)
    const written = (z: Uint8Array) =>
      epeeFrom(fields, { items: new WrittenList(many.length, [part]) as never, z })
    const small = written(Uint8Array.of(1))
    expect(small).toEqual(epeeFrom(fields, { items: many, z: Uint8Array.of(1) }))
    expect(small.buffer.byteLength).toBeLessThan(small.length + 2048)
    const long = new Uint8Array(300_000).fill(3)
    expect(written(long)).toEqual(epeeFrom(fields, { items: many, z: long }))
  })

  test('writes sizes in one, two or four bytes', () => {
    for (const [length, size] of [
      [63, 'fc'],
      [64, '0101'],
      [16383, 'fdff'],
      [16384, '02000100'],
    ] as const) {
      const blob = new Uint8Array(length)
      const written = epeeFrom({ a: bytes }, { a: blob })
      expect(bytesToHex(written.subarray(0, written.length - length))).toBe(
        `${epeeHeader}0401610a${size}`,
      )
      expect(epeeTo({ a: bytes }, written)).toStrictEqual({ a: blob })
    }
  })

  test('error: a value out of range; the message contains its path', () => {
    const fields = { outs: list(object({ index: u32 })) }
    expect(() => epeeFrom(fields, { outs: [{ index: 1 }, { index: -1 }] })).toThrow(
      new FieldError('outs[1].index', 'u32', -1),
    )
    expect(() => epeeFrom({ a: u64 }, {} as { a: bigint })).toThrow(FieldError)
  })
})
