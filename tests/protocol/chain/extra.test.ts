import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  additionalKeys,
  parseExtra,
  paymentId,
  paymentIdNonce,
  publicKeys,
  writeExtra,
  type ExtraField,
} from '#protocol/chain/extra.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { bytesOf } from '../../vectors/chain/vectors.ts'

const corpus = (name: string) =>
  hexToBytes(readFileSync(`tests/vectors/chain/corpus/${name}.hex`, 'utf8').trim())
const extraOf = (name: string) => parseExtra(parseTransaction(bytesOf(name)).extra)
const kinds = (hex: string) => parseExtra(hexToBytes(hex)).fields.map(({ kind }) => kind)
const sorted = (extra: Uint8Array) => bytesToHex(writeExtra(parseExtra(extra).fields))
const key = '11'.repeat(32)

describe('parseExtra', () => {
  test('parses the fields that wallets write', () => {
    expect(extraOf('2 inputs, 2 outputs').fields).toMatchObject([
      { kind: 'publicKey' },
      { kind: 'nonce' },
    ])
    expect(extraOf('3 outputs').fields).toMatchObject([{ kind: 'publicKey' }])
    expect(extraOf('two subaddresses').fields).toMatchObject([
      { kind: 'publicKey' },
      { kind: 'additionalKeys' },
    ])
    expect(additionalKeys(extraOf('two subaddresses').fields)).toHaveLength(3)
    expect(additionalKeys(extraOf('16 outputs').fields)).toHaveLength(16)
    expect(extraOf('integrated address').rest).toEqual(new Uint8Array())
  })

  test('finds the encrypted payment id', () => {
    const id = paymentId(extraOf('integrated address').fields)
    expect(id).toEqual({ kind: 'encrypted', id: expect.any(Uint8Array) })
    expect(id!.id).toHaveLength(8)
    expect(paymentId(extraOf('3 outputs').fields)).toBeUndefined()
  })

  test('reads extras of the mainnet', () => {
    expect(parseExtra(corpus('TXEXTRA1')).fields).toEqual([
      { kind: 'publicKey', key: corpus('TXEXTRA1').subarray(1, 33) },
      { kind: 'nonce', nonce: hexToBytes('0152a352129ef7615b') },
    ])
    const { fields, rest } = parseExtra(corpus('TXEXTRA2'))
    expect(fields.map(({ kind }) => kind)).toEqual(['publicKey', 'additionalKeys'])
    expect(additionalKeys(fields)).toHaveLength(16)
    expect(rest).toHaveLength(0)
  })

  test.each([
    ['nothing', '', [], 0],
    ['a key', `01${key}`, ['publicKey'], 0],
    ['two keys', `01${key}01${key}`, ['publicKey', 'publicKey'], 0],
    ['a key cut short', `01${key}01${key.slice(2)}`, ['publicKey'], 32],
    ['an unknown tag', `01${key}0501${key}`, ['publicKey'], 34],
    ['an empty nonce', '0200', ['nonce'], 0],
    ['a nonce longer than the extra', '02050102', [], 4],
    ['a nonce of 255 bytes', `02ff01${'00'.repeat(255)}`, ['nonce'], 0],
    ['a nonce of 256 bytes', `028002${'00'.repeat(256)}`, [], 259],
    ['padding', '00', ['padding'], 0],
    ['padding of 255 bytes', '00'.repeat(255), ['padding'], 0],
    ['padding of 256 bytes', '00'.repeat(256), [], 256],
    ['padding and then a key', `0001${key}`, [], 34],
    ['merge mining', `032105${key}`, ['mergeMining'], 0],
    ['merge mining, a byte too many', `032205${key}00`, [], 36],
    ['merge mining, a byte short', `032005${key.slice(2)}`, [], 34],
    ['additional keys, none', '0400', ['additionalKeys'], 0],
    ['additional keys, more than there are', `0403${key}${key}`, [], 66],
    ['additional keys, as many as bytes', `0420${key}`, [], 34],
    ['minergate', `de0411223344`, ['minergate'], 0],
    ['a hostile size', '02ffffffffffffffffff01', [], 11],
    ['a size cut short, zero so far', '0280', ['nonce'], 0],
    ['a size cut short, not zero', '0281', [], 2],
    ['a tag alone', '02', [], 1],
  ])('keeps the fields before the first malformed one: %s', (_, hex, expected, rest) => {
    expect(kinds(hex)).toEqual(expected)
    expect(parseExtra(hexToBytes(hex)).rest).toHaveLength(rest)
  })

  test('accepts any bytes, and preserves all of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (extra) => {
        const { fields, rest } = parseExtra(extra)
        const written = fields.map((field) => writeExtra([field]))
        const cutSize = extra.length > 0 && extra.at(-1)! >= 0x80 && rest.length === 0
        if (!cutSize) expect(concatBytes(...written, rest)).toEqual(extra)
      }),
      { numRuns: count(2000, 100_000), seed: seed() },
    )
  })
})

describe('paymentId', () => {
  const nonce = (hex: string): ExtraField[] => [{ kind: 'nonce', nonce: hexToBytes(hex) }]

  test.each([
    ['encrypted', '01' + '22'.repeat(8), 'encrypted', 8],
    ['plain', '00' + '22'.repeat(32), 'plain', 32],
  ])('%s', (_, hex, kind, size) => {
    expect(paymentId(nonce(hex))).toEqual({ kind, id: new Uint8Array(size).fill(0x22) })
  })

  test.each(['', '01', '01' + '22'.repeat(9), '00' + '22'.repeat(8), '02' + '22'.repeat(8)])(
    'none in %s',
    (hex) => {
      expect(paymentId(nonce(hex))).toBeUndefined()
    },
  )

  test('is read from the first nonce only', () => {
    expect(paymentId([...nonce('05'), ...nonce('01' + '22'.repeat(8))])).toBeUndefined()
  })

  test('is parsed to the written value', () => {
    const id = { kind: 'encrypted' as const, id: new Uint8Array(8).fill(7) }
    const plain = { kind: 'plain' as const, id: new Uint8Array(32).fill(7) }
    expect(paymentId([paymentIdNonce(id)])).toEqual(id)
    expect(paymentId([paymentIdNonce(plain)])).toEqual(plain)
  })

  test('error: the wrong size', () => {
    expect(() => paymentIdNonce({ kind: 'encrypted', id: new Uint8Array(32) })).toThrow(
      'payment id: expected 8 bytes, got 32',
    )
  })
})

describe('writeExtra', () => {
  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const field: fc.Arbitrary<ExtraField> = fc.oneof(
    fc.record({ kind: fc.constant('publicKey' as const), key: bytes32 }),
    fc.record({ kind: fc.constant('nonce' as const), nonce: fc.uint8Array({ maxLength: 255 }) }),
    fc.record({
      kind: fc.constant('mergeMining' as const),
      depth: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
      merkleRoot: bytes32,
    }),
    fc.record({
      kind: fc.constant('additionalKeys' as const),
      keys: fc.array(bytes32, { maxLength: 16 }),
    }),
    fc.record({ kind: fc.constant('minergate' as const), data: fc.uint8Array() }),
  )

  test('sorts fields by kind as wallets do, and keeps the order within a kind', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 8 }), fc.nat(254), (fields, zeros) => {
        const padded: ExtraField[] = [{ kind: 'padding', size: zeros + 1 }, ...fields]
        const { fields: sorted, rest } = parseExtra(writeExtra(padded))
        const order = 'publicKey additionalKeys nonce mergeMining minergate padding'.split(' ')
        const rank = ({ kind }: ExtraField) => order.indexOf(kind)

        expect(rest).toHaveLength(0)
        expect(sorted).toEqual([...padded].sort((a, b) => rank(a) - rank(b)))
      }),
      { numRuns: count(500, 20_000), seed: seed() },
    )
  })

  test.each(['2 inputs, 2 outputs', '16 outputs', 'coinbase', 'integrated address'])(
    'does not change fields that monero wrote: %s',
    (name) => {
      const { extra } = parseTransaction(bytesOf(name))
      expect(sorted(extra)).toBe(bytesToHex(extra))
    },
  )

  test('sorts bytes', () => {
    expect(sorted(hexToBytes(`0201aa0400${`01${key}`}`))).toBe(`01${key}04000201aa`)
    expect(publicKeys(parseExtra(hexToBytes(`0400${`01${key}`}`)).fields)).toHaveLength(1)
  })

  test('error: a field of a wrong size', () => {
    expect(() => writeExtra([{ kind: 'padding', size: 256 }])).toThrow('padding: expected 1 to 255')
    expect(() => writeExtra([{ kind: 'padding', size: 0 }])).toThrow('padding: expected 1 to 255')
    expect(() => writeExtra([{ kind: 'nonce', nonce: new Uint8Array(256) }])).toThrow(
      'nonce: at most 255 bytes, got 256',
    )
    expect(() => writeExtra([{ kind: 'publicKey', key: new Uint8Array(31) }])).toThrow(
      'public key: expected 32 bytes, got 31',
    )
  })
})
