import { readFileSync } from 'node:fs'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EpeeError, epeeFrom, epeeTo, readEpee } from '#protocol/epee/epee.ts'
import {
  bool,
  bytes,
  FieldError,
  i64,
  i8,
  list,
  object,
  text,
  u32,
  u64,
  u8,
} from '#protocol/fields.ts'
import { packed } from '#protocol/daemon/packed.ts'
import { member, storage } from '../../support/daemons/epee-storage.ts'
import { count, seed } from '../../support/random/case-counts.ts'

type Recorded = { path: string; body: string; status: number; answer: string }

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

const recorded: Recorded[] = JSON.parse(
  readFileSync(new URL('../../vectors/epee/answers.json', import.meta.url), 'utf8'),
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

  test('answers of get_blocks.bin are parsed, and serialised to the same bytes', () => {
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
  test('parses 100 000 transactions within the timeout', () => {
    const fields = { txs: list(object({ blob: bytes, prunable_hash: bytes })) }
    const tx = { blob: new Uint8Array(500), prunable_hash: new Uint8Array(32) }
    const written = epeeFrom(fields, { txs: new Array<typeof tx>(100_000).fill(tx) })
    expect(written.length).toBeGreaterThan(53_000_000)
    const limits = { objects: 100_000, fields: 200_001, strings: 200_000, numbers: 0 }
    // A tenth of a second on an idle machine; what is quadratic runs into the time-out.
    expect(epeeTo(fields, written, limits).txs).toHaveLength(100_000)
  })

  test('an integer of any width is accepted if its value fits the field', () => {
    expect(epeeTo({ a: u64 }, member('61', '08 07'))).toStrictEqual({ a: 7n })
    expect(epeeTo({ a: u32 }, member('61', '05 0700000000000000'))).toStrictEqual({ a: 7 })
    expect(epeeTo({ a: u64 }, member('61', '01 0700000000000000'))).toStrictEqual({ a: 7n })
    expect(() => epeeTo({ a: u64 }, member('61', '01 ffffffffffffffff'))).toThrow(FieldError)
    expect(() => epeeTo({ a: u8 }, member('61', '07 0001'))).toThrow(FieldError)
    expect(() => epeeTo({ a: bool }, member('61', '08 01'))).toThrow(FieldError)
  })

  test('text that is not UTF-8 becomes one character for each byte', () => {
    expect(epeeTo({ a: text }, member('61', '0a 08 41ff'))).toStrictEqual({ a: 'A\xff' })
  })

  test('a missing member has its default', () => {
    expect(epeeTo({ a: list(u64).default([]), b: text.optional() }, storage('00'))).toStrictEqual({
      a: [],
      b: undefined,
    })
  })

  test('a written value is parsed again', () => {
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
