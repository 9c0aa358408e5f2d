import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyProof, type Proof } from '../../../../web/proofs/state/proof.ts'
import { linkOf, readLink } from '../../../../web/proofs/state/proof-link.ts'

const txid = 'ab'.repeat(32)
const address = `4${'A'.repeat(94)}`
const payment: Proof = {
  ...emptyProof('payment'),
  txid,
  address,
  signature: 'OutProofV2abc',
  message: 'rent/May 100 %?',
}
const page = 'https://wallet.example/'

/** What the route passes on: the decoded fragment after `#/proofs/check/`. */
const detailOf = (link: string) => decodeURIComponent(link.split('#/proofs/check/')[1]!)

describe('linkOf', () => {
  test('has the fields in the fragment, the message last', () => {
    expect(linkOf(page, payment)).toBe(
      `${page}#/proofs/check/payment/${txid}/${address}/OutProofV2abc/rent%2FMay%20100%20%25%3F`,
    )
  })

  test('has no signature for a transaction key', () => {
    const key = { ...emptyProof('key'), txid, address, tx_key: 'cd'.repeat(32) }
    expect(linkOf(page, key)).toBe(
      `${page}#/proofs/check/key/${txid}/${address}/${'cd'.repeat(32)}`,
    )
  })

  test('is undefined for a proof that is too long', () => {
    const reserve = {
      ...emptyProof('reserve'),
      address,
      signature: `ReserveProofV2${'a'.repeat(8000)}`,
    }
    expect(linkOf(page, reserve)).toBe(undefined)
  })
})

describe('readLink', () => {
  test('reads each proof that linkOf wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (message) => {
        const proof = { ...payment, message }
        expect(readLink(detailOf(linkOf(page, proof)!))).toEqual(proof)
      }),
    )
  })

  test('replaces a lone surrogate, which has no UTF-8 form', () => {
    const link = linkOf(page, { ...payment, message: 'a\ud800b' })!
    expect(readLink(detailOf(link))).toEqual({ ...payment, message: 'a\ufffdb' })
  })

  test.each([
    [
      'an unknown kind',
      `gift/${txid}`,
      'kind: expected payment, key, spend, reserve, message, got another word. The link may be damaged.',
    ],
    [
      'a short transaction id',
      `payment/abc/${address}/OutProofV2abc/`,
      'txid: expected 64 hex digits, got a text of 3 characters.',
    ],
    [
      'a missing signature',
      `payment/${txid}/${address}`,
      'signature: expected a text that begins with InProofV2 or OutProofV2, got an empty text.',
    ],
    [
      'a signature of another kind',
      `spend/${txid}/OutProofV2abc/`,
      'signature: expected a text that begins with SpendProofV1, got a text of 13 characters.',
    ],
    [
      'a wrong address',
      `reserve/4abc/ReserveProofV2abc/`,
      'address: expected a Monero address of 95 or 106 characters, got a text of 4 characters.',
    ],
  ])('error: %s', (_, text, error) => {
    expect(readLink(text)).toBe(error)
  })
})
