import { readFileSync } from 'node:fs'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EpeeError, epeeFrom, epeeTo, readEpee } from '#protocol/epee.ts'
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
import { count, seed } from '../support/random/case-counts.ts'

const header = '011101010101020101'
const storage = (hex: string) => hexToBytes(header + hex.replaceAll(' ', ''))

/** The members of an object below the root: `name` in hex, then type and value. */
const member = (name: string, value: string) => storage(`04 01 ${name} ${value}`)

describe('epeeFrom', () => {
  test('every kind has its type, members stand in the order of their names', () => {
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
      `${header} 38
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

  test('lists and objects', () => {
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
      `${header} 14
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

  test('sizes take one, two or four bytes', () => {
    for (const [length, size] of [
      [63, 'fc'],
      [64, '0101'],
      [16383, 'fdff'],
      [16384, '02000100'],
    ] as const) {
      const blob = new Uint8Array(length)
      const written = epeeFrom({ a: bytes }, { a: blob })
      expect(bytesToHex(written.subarray(0, written.length - length))).toBe(
        `${header}0401610a${size}`,
      )
      expect(epeeTo({ a: bytes }, written)).toStrictEqual({ a: blob })
    }
  })

  test('error: a value that does not fit names its place', () => {
    const fields = { outs: list(object({ index: u32 })) }
    expect(() => epeeFrom(fields, { outs: [{ index: 1 }, { index: -1 }] })).toThrow(
      new FieldError('outs[1].index', 'u32', -1),
    )
    expect(() => epeeFrom({ a: u64 }, {} as { a: bigint })).toThrow(FieldError)
  })
})

describe('readEpee', () => {
  test('every type, lists too', () => {
    expect(readEpee(member('61', '01 ffffffffffffffff'))).toStrictEqual({ a: -1n })
    expect(readEpee(member('61', '05 ffffffffffffffff'))).toStrictEqual({ a: 2n ** 64n - 1n })
    expect(readEpee(member('61', '82 08 ffffffff 01000000'))).toStrictEqual({ a: [-1, 1] })
    expect(readEpee(member('61', '89 04 000000000000f83f'))).toStrictEqual({ a: [1.5] })
    expect(readEpee(member('61', '8d 00'))).toStrictEqual({ a: [] })
    expect(readEpee(member('61', '0d 86 04 07000000'))).toStrictEqual({ a: [7] })
    expect(readEpee(storage('00'))).toStrictEqual({})
  })

  test('sizes may be written wider than they need', () => {
    expect(readEpee(member('61', '0a 0700000000000000 55'))).toStrictEqual({
      a: Uint8Array.of(0x55),
    })
  })

  test('byte strings are views of the input', () => {
    const input = member('61', '0a 08 0102')
    const { a } = readEpee(input)
    expect((a as Uint8Array).buffer).toBe(input.buffer)
  })

  test('__proto__ is a name like others', () => {
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

  test('31 objects nest below the root, 32 do not', () => {
    const nested = (depth: number) => storage('04 0161 0c'.repeat(depth) + '00')
    expect(() => readEpee(nested(31))).not.toThrow()
    expect(() => readEpee(nested(32))).toThrow('nested too deeply')
    expect(() => readEpee(nested(1_000_000))).toThrow('nested too deeply')
  })

  test('objects, members and strings are counted', () => {
    const limits = { objects: 2, fields: 3, strings: 2 }
    expect(() => readEpee(member('61', '8c 08 00 00'), limits)).not.toThrow()
    expect(() => readEpee(member('61', '8c 0c 00 00 00'), limits)).toThrow('too many objects')
    expect(() => readEpee(member('61', '8a 0c 00 00 00'), limits)).toThrow('too many strings')
    expect(() => readEpee(member('61', '0c 0c 0161 0801'), limits)).toThrow('too many fields')
  })

  test('garbled bytes are read or refused with an EpeeError, and cost no more than they weigh', () => {
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

type Recorded = { path: string; body: string; status: number; answer: string }
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const recorded: Recorded[] = JSON.parse(
  readFileSync(new URL('../vectors/epee/answers.json', import.meta.url), 'utf8'),
)
/** Two empty strings in a list are two bytes; the reference writes them and asks for four. */
const twoEmptyStrings = bytesToHex(member('61', '8a 08 00 00'))

describe('monerod', () => {
  test.each(recorded.map(({ body, status }) => ({ hex: bytesToHex(latin1(body)), status })))(
    'answers $status to $hex',
    ({ hex, status }) => {
      const accepts = status === 200 || hex === twoEmptyStrings
      const read = () => readEpee(hexToBytes(hex))
      if (accepts) expect(read).not.toThrow()
      else expect(read).toThrow(EpeeError)
    },
  )

  test('answers of get_blocks.bin are read, and written again byte by byte', () => {
    const answer = latin1(recorded.find(({ path }) => path === '/get_blocks.bin')!.answer)
    const fields = {
      blocks: list(object({ block: bytes, pruned: bool.optional(), block_weight: u64.optional() })),
      credits: u64,
      current_height: u64,
      daemon_time: u64.optional(),
      output_indices: list(object({ indices: list(object({ indices: list(u64) })) })),
      pool_info_extent: u8.optional(),
      start_height: u64,
      status: text,
      top_hash: text,
      untrusted: bool,
    }
    const read = epeeTo(fields, answer)
    expect(read.status).toBe('OK')
    expect(read.start_height).toBe(0n)
    expect(read.current_height).toBe(6n)
    expect(read.blocks).toHaveLength(6)
    expect(read.output_indices.map(({ indices }) => indices)).toStrictEqual(
      // The first block's output has an amount in the clear and so an index of its own.
      [0n, 0n, 1n, 2n, 3n, 4n].map((index) => [{ indices: [index] }]),
    )
    expect(bytesToHex(epeeFrom(fields, read))).toBe(bytesToHex(answer))
  })

  test('answers of get_hashes.bin pack hashes into one string', () => {
    const request = { block_ids: packed(32), start_height: u64 }
    const { body, answer } = recorded.find(({ path }) => path === '/get_hashes.bin')!
    const { block_ids } = epeeTo(request, latin1(body))
    expect(bytesToHex(epeeFrom(request, { block_ids, start_height: 0n }))).toBe(
      bytesToHex(latin1(body)),
    )
    const { m_block_ids, current_height } = epeeTo(
      { m_block_ids: packed(32), current_height: u64 },
      latin1(answer),
    )
    expect(current_height).toBe(6n)
    expect(m_block_ids).toHaveLength(6)
    expect(m_block_ids[0]).toStrictEqual(block_ids[0])
  })
})

describe('epeeTo', () => {
  test('100 000 transactions are read in time', () => {
    const fields = { txs: list(object({ blob: bytes, prunable_hash: bytes })) }
    const tx = { blob: new Uint8Array(500), prunable_hash: new Uint8Array(32) }
    const written = epeeFrom(fields, { txs: new Array<typeof tx>(100_000).fill(tx) })
    expect(written.length).toBeGreaterThan(53_000_000)
    const limits = { objects: 100_000, fields: 200_001, strings: 200_000 }
    // A tenth of a second on an idle machine; what is quadratic runs into the time-out.
    expect(epeeTo(fields, written, limits).txs).toHaveLength(100_000)
  })

  test('integers of any width are taken where they fit, as in the reference', () => {
    expect(epeeTo({ a: u64 }, member('61', '08 07'))).toStrictEqual({ a: 7n })
    expect(epeeTo({ a: u32 }, member('61', '05 0700000000000000'))).toStrictEqual({ a: 7 })
    expect(epeeTo({ a: u64 }, member('61', '01 0700000000000000'))).toStrictEqual({ a: 7n })
    expect(() => epeeTo({ a: u64 }, member('61', '01 ffffffffffffffff'))).toThrow(FieldError)
    expect(() => epeeTo({ a: u8 }, member('61', '07 0001'))).toThrow(FieldError)
    expect(() => epeeTo({ a: bool }, member('61', '08 01'))).toThrow(FieldError)
  })

  test('text that is not UTF-8 is a character a byte', () => {
    expect(epeeTo({ a: text }, member('61', '0a 08 41ff'))).toStrictEqual({ a: 'A\xff' })
  })

  test('what was left out gets its default', () => {
    expect(epeeTo({ a: list(u64).default([]), b: text.optional() }, storage('00'))).toStrictEqual({
      a: [],
      b: undefined,
    })
  })

  test('what is written is read', () => {
    const fields = {
      amount: u64,
      offset: i64,
      name: text,
      blob: bytes,
      ids: packed(3),
      rows: list(
        object({ height: u64, small: i8, on: bool, words: list(text).default([]) }),
      ).default([]),
    }
    const u64s = fc.bigInt(0n, 2n ** 64n - 1n)
    const values = fc.record(
      {
        amount: u64s,
        offset: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        name: fc.string({ unit: 'binary' }).filter((name) => name.isWellFormed()),
        blob: fc.uint8Array({ maxLength: 100 }),
        ids: fc.array(fc.uint8Array({ minLength: 3, maxLength: 3 }), { minLength: 1 }),
        rows: fc.array(
          fc.record(
            {
              height: u64s,
              small: fc.integer({ min: -128, max: 127 }),
              on: fc.boolean(),
              words: fc.array(fc.string()),
            },
            { noNullPrototype: true },
          ),
        ),
      },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(values, (value) => {
        expect(epeeTo(fields, epeeFrom(fields, value))).toStrictEqual(value)
      }),
      { numRuns: count(300, 30_000), seed: seed() },
    )
  })
})
