import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpendProof, requireSpendProof, writeSpendProof } from '#protocol/proofs/spend-proof.ts'
import { runs, signature } from '../../support/random/proof-texts.ts'

describe('a spend proof', () => {
  test('is parsed to the written value, but only with the same ring sizes', () => {
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

  test('error: an invalid header or digit', () => {
    for (const given of ['', 'SpendProofV2', 'SpendProofV', 'spendProofV1'])
      expect(() => requireSpendProof(given)).toThrow('Signature header check error')
    const proof = `SpendProofV1${'1'.repeat(87)}`
    expect(() => readSpendProof(`${proof}l`, [1])).toThrow('Signature decoding error')
    expect(readSpendProof(`${proof}\u00e9`, [1])).toBeUndefined()
  })
})
