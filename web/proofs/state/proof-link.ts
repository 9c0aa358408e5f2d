/**
 * Links that open the check form with a proof. The data is in the fragment, which browsers do not send to a
 * server: `#/proofs/check/KIND/FIELD/…`, with the fields in the order of `fieldsOf`.
 *
 * @module
 */
import { emptyProof, fieldsOf, kinds, proofError, type Proof } from './proof.ts'

/** Many programs cut longer links. */
const longestLink = 8_000

/**
 * @param page - URL of the page, without a fragment.
 * @returns Undefined for a proof that is too long.
 */
export function linkOf(page: string, proof: Proof): string | undefined {
  // A lone surrogate has no UTF-8 form; the engine signs a replacement character in its place, too.
  const texts = fieldsOf[proof.kind].map((field) =>
    encodeURIComponent(proof[field].replace(/\p{Surrogate}/gu, '\ufffd')),
  )
  const link = `${page}#/proofs/check/${[proof.kind, ...texts].join('/')}`
  return link.length <= longestLink ? link : undefined
}

/**
 * Reads the part of a link after `check/`, already decoded.
 *
 * @returns The proof, or why the link is invalid.
 */
export function readLink(text: string): Proof | string {
  const [name, ...texts] = text.split('/')
  const kind = kinds.find((known) => known === name)
  if (!kind) return `kind: expected ${kinds.join(', ')}, got another word. The link may be damaged.`
  const fields = fieldsOf[kind]
  const proof = emptyProof(kind)
  for (const [i, field] of fields.entries()) {
    // Only a message contains slashes, and it is the last field.
    proof[field] = (field === 'message' ? texts.slice(i).join('/') : texts[i]) ?? ''
  }
  return proofError(proof) ?? proof
}
