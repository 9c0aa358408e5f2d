import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyProof, type Proof } from '../../../../web/proofs/state/proof.ts'
import { readFile, writeFile } from '../../../../web/proofs/state/proof-file.ts'

const txid = 'ab'.repeat(32)
const address = `4${'A'.repeat(94)}`
const spend: Proof = {
  ...emptyProof('spend'),
  txid,
  signature: 'SpendProofV1abc',
  message: 'for “you”',
}
const written = {
  format: 'nightjar-proof',
  version: 1,
  network: 'stagenet',
  kind: 'spend',
  txid,
  signature: 'SpendProofV1abc',
  message: 'for “you”',
}

test('a file has the format, its version, the network, and the fields of its kind only', () => {
  expect(JSON.parse(writeFile(spend, 'stagenet'))).toEqual(written)
})

describe('readFile', () => {
  test('reads each file that writeFile wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (message) => {
        const proof = { ...emptyProof('message'), address, signature: 'SigV2abc', message }
        expect(readFile(writeFile(proof, 'mainnet'))).toEqual({ proof, network: 'mainnet' })
      }),
    )
  })

  test('a message may be left out, and further members are ignored', () => {
    const { message: _, ...rest } = written
    expect(readFile(JSON.stringify({ ...rest, comment: 5 }))).toEqual({
      proof: { ...spend, message: '' },
      network: 'stagenet',
    })
  })

  test.each([
    ['payment', 'OutProofV2abc'],
    ['payment', 'InProofV1abc'],
    ['spend', 'SpendProofV1abc'],
    ['reserve', 'ReserveProofV2abc'],
    ['message', 'SigV2abc'],
  ] as const)('recognises a signature alone: %s, %s', (kind, signature) => {
    expect(readFile(`${signature}\n`)).toEqual({
      proof: { ...emptyProof(kind), signature },
      network: undefined,
    })
  })

  test.each([
    ['format', { format: 'other' }, 'format: expected “nightjar-proof”, got another value.'],
    [
      'version',
      { version: 2 },
      'version: expected 1, got another value. A newer version of this page may read the file.',
    ],
    [
      'network',
      { network: 'moon' },
      'network: expected mainnet, testnet, stagenet, fakechain, got another value.',
    ],
    [
      'kind',
      { kind: 'gift' },
      'kind: expected payment, key, spend, reserve, message, got another value.',
    ],
    ['txid', { txid: 7 }, 'txid: expected a text, got another type.'],
    ['txid', { txid: 'xyz' }, 'txid: expected 64 hex digits, got a text of 3 characters.'],
    [
      'signature',
      { signature: undefined },
      'signature: expected a text that begins with SpendProofV1, got an empty text.',
    ],
  ])('error: names the field %s', (_, wrong, error) => {
    expect(readFile(JSON.stringify({ ...written, ...wrong }))).toBe(error)
  })

  test.each([
    ['{"format": ', 'The file is not valid JSON. It may be incomplete: ask for it again.'],
    [
      'hello',
      'This is not a proof. Expected a proof file, or a text that begins with InProof, OutProof, SpendProof, ReserveProof or Sig.',
    ],
  ])('error: %s', (text, error) => {
    expect(readFile(text)).toBe(error)
  })
})
