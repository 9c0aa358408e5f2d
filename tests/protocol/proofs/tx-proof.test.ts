import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
import {
  expectReadOrRefused,
  key,
  proofText,
  runs,
  signature,
  version,
} from '../../support/random/proof-texts.ts'

const txProof = fc.record({
  direction: fc.constantFrom('in' as const, 'out' as const),
  version,
  parts: fc.array(fc.record({ sharedSecret: key, signature }), { maxLength: 17 }),
})

describe('a proof of payment', () => {
  test('is parsed to the written value', () => {
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

  test('error: a malformed proof', () => {
    const headers = fc.constantFrom('InProofV1', 'InProofV2', 'OutProofV1', 'OutProofV2', 'Out')
    fc.assert(
      fc.property(proofText(headers), (given) => expectReadOrRefused(() => readTxProof(given))),
      runs(),
    )
  })
})
