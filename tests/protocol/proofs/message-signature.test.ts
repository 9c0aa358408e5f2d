import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMessageSignature, writeMessageSignature } from '#protocol/proofs/message-signature.ts'
import {
  expectReadOrRefused,
  proofText,
  runs,
  signature,
  version,
} from '../../support/random/proof-texts.ts'

describe('a signed message', () => {
  test('is parsed to the written value', () => {
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

  test('error: a malformed signature', () => {
    fc.assert(
      fc.property(proofText(fc.constantFrom('SigV1', 'SigV2')), (given) =>
        expectReadOrRefused(() => readMessageSignature(given)),
      ),
      runs(),
    )
  })
})
