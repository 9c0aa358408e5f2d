import fc from 'fast-check'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '#protocol/base58.ts'
import { RpcError } from '#protocol/errors.ts'
import { readReserveProof, writeReserveProof } from '#protocol/proofs/reserve-proof.ts'
import {
  expectReadOrRefused,
  key,
  proofText,
  runs,
  signature,
  version,
} from '../../support/random/proof-texts.ts'

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

describe('a proof of reserve', () => {
  test('is parsed to the written value', () => {
    fc.assert(
      fc.property(reserveProof, (proof) => {
        expect(readReserveProof(writeReserveProof(proof))).toEqual(proof)
      }),
      runs(),
    )
  })

  test('the first of several signatures for a spend key takes effect', () => {
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

  test('error: truncated at any byte', () => {
    const [proof] = fc.sample(reserveProof, { numRuns: 1, seed: 5 })
    const written = writeReserveProof(proof!)
    for (let at = 0; at < written.length; at += 3)
      expect(() => readReserveProof(written.slice(0, at))).toThrow(RpcError)
  })

  test('error: a malformed proof', () => {
    const headers = fc.constantFrom('ReserveProofV1', 'ReserveProofV2')
    fc.assert(
      fc.property(proofText(headers), (given) =>
        expectReadOrRefused(() => readReserveProof(given)),
      ),
      runs(),
    )
  })
})
