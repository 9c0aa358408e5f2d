/**
 * Proof files: JSON as `docs/proof-files.md` documents it, and signatures alone as monero-wallet-cli writes
 * them.
 *
 * @module
 */
import { emptyProof, fieldsOf, kindOfSignature, kinds, proofError, type Proof } from './proof.ts'

const format = 'nightjar-proof'
const version = 1
const networks = ['mainnet', 'testnet', 'stagenet', 'fakechain'] as const
type Network = (typeof networks)[number]

/** The content of a file: a proof with its network, or a signature alone. */
export type FileContent = { proof: Proof; network: Network | undefined }

/** A reserve proof of 10 000 outputs has about 5 MB. */
export const largestFile = 16_000_000

/** Names of files with a signature alone. monero src/simplewallet/simplewallet.cpp get_tx_proof */
export const signatureFiles = {
  payment: 'monero_tx_proof',
  spend: 'monero_spend_proof',
  reserve: 'monero_reserve_proof',
  message: 'monero_message_signature',
} as const

export function writeFile(proof: Proof, network: Network): string {
  const fields = fieldsOf[proof.kind].map((field) => [field, proof[field]])
  const content = { format, version, network, kind: proof.kind, ...Object.fromEntries(fields) }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

/** @returns The content, or why it is invalid, with the name of the field. */
export function readFile(text: string): FileContent | string {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return readJson(trimmed)
  const kind = kindOfSignature(trimmed)
  if (kind) return { proof: { ...emptyProof(kind), signature: trimmed }, network: undefined }
  return 'This is not a proof. Expected a proof file, or a text that begins with InProof, OutProof, SpendProof, ReserveProof or Sig.'
}

function readJson(text: string): FileContent | string {
  let content: Record<string, unknown>
  try {
    content = JSON.parse(text)
  } catch {
    return 'The file is not valid JSON. It may be incomplete: ask for it again.'
  }
  if (content['format'] !== format) return `format: expected “${format}”, got another value.`
  if (content['version'] !== version)
    return `version: expected ${version}, got another value. A newer version of this page may read the file.`
  const network = networks.find((known) => known === content['network'])
  if (!network) return `network: expected ${networks.join(', ')}, got another value.`
  const kind = kinds.find((known) => known === content['kind'])
  if (!kind) return `kind: expected ${kinds.join(', ')}, got another value.`
  const proof = emptyProof(kind)
  for (const field of fieldsOf[kind]) {
    const value = content[field] ?? ''
    if (typeof value !== 'string') return `${field}: expected a text, got another type.`
    proof[field] = value
  }
  return proofError(proof) ?? { proof, network }
}
