/**
 * Proofs and signed messages: their kinds, their fields and the forms of the fields.
 *
 * @module
 */

/** `key`: the secret key of a transaction, which proves a payment like `payment`. `message`: a signed message. */
export const kinds = ['payment', 'key', 'spend', 'reserve', 'message'] as const
export type Kind = (typeof kinds)[number]

export type ProofField = 'txid' | 'address' | 'signature' | 'tx_key' | 'message'

/** Data that a reader needs to check a proof. Fields that the kind lacks are empty. */
export type Proof = { kind: Kind } & Record<ProofField, string>

/** The fields of each kind, in the order of a link. */
export const fieldsOf: Readonly<Record<Kind, readonly ProofField[]>> = {
  payment: ['txid', 'address', 'signature', 'message'],
  key: ['txid', 'address', 'tx_key'],
  spend: ['txid', 'signature', 'message'],
  reserve: ['address', 'signature', 'message'],
  message: ['address', 'signature', 'message'],
}

export const emptyProof = (kind: Kind): Proof => ({
  kind,
  txid: '',
  address: '',
  signature: '',
  tx_key: '',
  message: '',
})

/** Text forms of signatures. monero src/wallet/wallet2.cpp get_tx_proof, get_spend_proof, get_reserve_proof, sign */
const signatures: Readonly<Record<Exclude<Kind, 'key'>, { form: RegExp; expected: string }>> = {
  payment: {
    form: /^(In|Out)ProofV[12][1-9A-HJ-NP-Za-km-z]+$/,
    expected: 'a text that begins with InProofV2 or OutProofV2',
  },
  spend: {
    form: /^SpendProofV1[1-9A-HJ-NP-Za-km-z]+$/,
    expected: 'a text that begins with SpendProofV1',
  },
  reserve: {
    form: /^ReserveProofV[12][1-9A-HJ-NP-Za-km-z]+$/,
    expected: 'a text that begins with ReserveProofV2',
  },
  message: {
    form: /^SigV[12][1-9A-HJ-NP-Za-km-z]+$/,
    expected: 'a text that begins with SigV2',
  },
}

/** The kind of a signature, by its first characters; undefined for another text. */
export function kindOfSignature(text: string): Kind | undefined {
  const found = Object.entries(signatures).find(([, { form }]) => form.test(text))
  return found?.[0] as Kind | undefined
}

const forms: Readonly<Record<'txid' | 'address' | 'tx_key', { form: RegExp; expected: string }>> = {
  txid: { form: /^[0-9a-f]{64}$/i, expected: '64 hex digits' },
  // An integrated address has 106 characters.
  address: {
    form: /^[1-9A-HJ-NP-Za-km-z]{95}([1-9A-HJ-NP-Za-km-z]{11})?$/,
    expected: 'a Monero address of 95 or 106 characters',
  },
  tx_key: { form: /^([0-9a-f]{64})+$/i, expected: '64 hex digits for each key' },
}

/** Why the text of a field is invalid. Never repeats the text: it may be a secret. */
export function fieldError(kind: Kind, field: ProofField, text: string): string | undefined {
  if (field === 'message') return undefined
  if (field === 'signature' && kind === 'key') return undefined
  const { form, expected } =
    field === 'signature' ? signatures[kind as Exclude<Kind, 'key'>] : forms[field]
  if (form.test(text)) return undefined
  const found = text === '' ? 'an empty text' : `a text of ${text.length} characters`
  return `expected ${expected}, got ${found}.`
}

/** The first error of a proof's fields, with the name of the field. */
export function proofError(proof: Proof): string | undefined {
  for (const field of fieldsOf[proof.kind]) {
    const error = fieldError(proof.kind, field, proof[field])
    if (error) return `${field}: ${error}`
  }
  return undefined
}
