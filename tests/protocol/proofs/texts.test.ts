import fc from 'fast-check'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '#protocol/base58.ts'
import { RpcError } from '#protocol/errors.ts'
import { readMessageSignature, writeMessageSignature } from '#protocol/proofs/message-signature.ts'
import { readReserveProof, writeReserveProof } from '#protocol/proofs/reserve-proof.ts'
import { readSpendProof, requireSpendProof, writeSpendProof } from '#protocol/proofs/spend-proof.ts'
import { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const [key, signature] = [bytes(32), bytes(64)]
const version = fc.constantFrom(1 as const, 2 as const)
const runs = () => ({ numRuns: count(50, 2000), seed: seed() })

const txProof = fc.record({
  direction: fc.constantFrom('in' as const, 'out' as const),
  version,
  parts: fc.array(fc.record({ sharedSecret: key, signature }), { maxLength: 17 }),
})

const reserveProof = fc.record({
  version,
  outputs: fc.array(
    fc.record({
      txid: key,
      indexInTx: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      sharedSecret: key,
      keyImage: key,
      sharedSecretSignature: signature,
      keyImageSignature: signature,
    }),
    { maxLength: 5 },
  ),
  spendKeys: fc
    .array(fc.tuple(key, signature), { maxLength: 4 })
    .map((keys) => new Map(keys.map(([k, s]) => [bytesToHex(k), s]))),
})

/** Anything that somebody may send, most of it almost a proof. */
const text = (header: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(header, fc.string({ unit: 'binary' })).map((parts) => parts.join('')),
    fc
      .tuple(header, fc.uint8Array({ maxLength: 600 }).map(encodeBase58))
      .map((parts) => parts.join('')),
  )

/** What a reader does: it answers, or says what is wrong in a message of its own. */
function settles(read: () => unknown) {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError)
    expect((error as RpcError).reason).toBe('UNKNOWN_ERROR')
  }
}

describe('a proof of payment', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(txProof, (proof) => {
        expect(readTxProof(writeTxProof(proof))).toEqual(proof)
      }),
      runs(),
    )
  })

  const [zeros, nothing] = ['1'.repeat(132), '']

  test.each([
    ['InProofV1', 'in', 1, nothing],
    ['InProofV2', 'in', 2, zeros],
    ['OutProofV1', 'out', 1, zeros],
    ['OutProofV2', 'out', 2, nothing],
    // As the reference reads them.
    ['OutProofV3', 'out', 2, zeros],
    ['XxxxxxxV1', 'in', 1, zeros],
  ] as const)(
    '%s is of who was paid or paid, and of its version',
    (header, direction, of, rest) => {
      const parts = rest
        ? [{ sharedSecret: new Uint8Array(32), signature: new Uint8Array(64) }]
        : []
      expect(readTxProof(header + rest)).toEqual({ direction, version: of, parts })
    },
  )

  test.each([
    ['', 'Signature header check error'],
    ['Out', 'Signature header check error'],
    ['InProofV', 'Signature header check error'],
    [`InProofV2${zeros}1`, 'Wrong signature size'],
    [`InProofV2${zeros.slice(1)}`, 'Wrong signature size'],
    [`InProofV2${zeros.slice(1)}\u00e9`, 'Wrong signature size'],
    [`InProofV2${zeros.slice(1)}0`, 'Signature decoding error'],
    [`OutProofV2${'z'.repeat(132)}`, 'Signature decoding error'],
  ])('error: %j', (given, problem) => {
    expect(() => readTxProof(given)).toThrow(new RpcError('UNKNOWN_ERROR', problem))
  })

  test('error: anything else', () => {
    const headers = fc.constantFrom('InProofV1', 'InProofV2', 'OutProofV1', 'OutProofV2', 'Out')
    fc.assert(
      fc.property(text(headers), (given) => settles(() => readTxProof(given))),
      runs(),
    )
  })
})

describe('a proof of having sent', () => {
  test('is read as it was written, for rings of these sizes alone', () => {
    const rings = fc.array(fc.array(signature, { minLength: 1, maxLength: 5 }), { maxLength: 3 })
    fc.assert(
      fc.property(rings, (given) => {
        const joined = given.map((ring) => Uint8Array.from(ring.flatMap((each) => [...each])))
        const sizes = given.map(({ length }) => length)
        const written = writeSpendProof(joined)
        requireSpendProof(written)
        expect(readSpendProof(written, sizes)).toEqual(joined)
        expect(readSpendProof(written, [...sizes, 1])).toBeUndefined()
      }),
      runs(),
    )
  })

  test('error: a header or a digit that is none', () => {
    for (const given of ['', 'SpendProofV2', 'SpendProofV', 'spendProofV1'])
      expect(() => requireSpendProof(given)).toThrow('Signature header check error')
    const proof = `SpendProofV1${'1'.repeat(87)}`
    expect(() => readSpendProof(`${proof}l`, [1])).toThrow('Signature decoding error')
    expect(readSpendProof(`${proof}\u00e9`, [1])).toBeUndefined()
  })
})

describe('a proof of reserve', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(reserveProof, (proof) => {
        expect(readReserveProof(writeReserveProof(proof))).toEqual(proof)
      }),
      runs(),
    )
  })

  test('of a spend key that stands there twice the first counts', () => {
    const pair = (fill: number) => [
      2,
      ...new Uint8Array(32).fill(7),
      ...new Uint8Array(64).fill(fill),
    ]
    const given = `ReserveProofV2${encodeBase58(Uint8Array.of(0, 2, ...pair(1), ...pair(2)))}`
    expect([...readReserveProof(given).spendKeys.values()]).toEqual([new Uint8Array(64).fill(1)])
  })

  test.each([
    ['ReserveProofV3', 'Signature header check error'],
    ['', 'Signature header check error'],
    ['ReserveProofV21', 'Signature decoding error'],
    ['ReserveProofV2', 'Failed to parse reserve proof signature data'],
    [
      `ReserveProofV2${encodeBase58(Uint8Array.of(0, 0, 0))}`,
      'Failed to parse reserve proof signature data',
    ],
    [
      `ReserveProofV1${encodeBase58(Uint8Array.of(255, 255, 255, 127, 0))}`,
      'Failed to parse reserve proof signature data',
    ],
  ])('error: %j', (given, problem) => {
    expect(() => readReserveProof(given)).toThrow(new RpcError('UNKNOWN_ERROR', problem))
  })

  test('error: cut anywhere', () => {
    const [proof] = fc.sample(reserveProof, { numRuns: 1, seed: 5 })
    const written = writeReserveProof(proof!)
    for (let at = 0; at < written.length; at += 3)
      expect(() => readReserveProof(written.slice(0, at))).toThrow(RpcError)
  })

  test('error: anything else', () => {
    const headers = fc.constantFrom('ReserveProofV1', 'ReserveProofV2')
    fc.assert(
      fc.property(text(headers), (given) => settles(() => readReserveProof(given))),
      runs(),
    )
  })
})

describe('a signed message', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.record({ version, signature }), (signed) => {
        expect(readMessageSignature(writeMessageSignature(signed))).toEqual(signed)
      }),
      runs(),
    )
  })

  test.each([
    '',
    'SigV',
    'SigV2',
    'SigV3' + '1'.repeat(88),
    'SigV2' + '1'.repeat(87),
    'SigV1' + '0'.repeat(88),
  ])('error: %j', (given) => expect(readMessageSignature(given)).toBeUndefined())

  test('error: anything else', () => {
    fc.assert(
      fc.property(text(fc.constantFrom('SigV1', 'SigV2')), (given) =>
        settles(() => readMessageSignature(given)),
      ),
      runs(),
    )
  })
})
