/**
 * The text of a proof of having sent: `SpendProofV1`, then the ring signatures of the inputs, one
 * after the other.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_spend_proof, check_spend_proof
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { encodeBase58 } from '../base58.ts'
import { badProof, byteText, readPiece, signatureLength } from './pieces.ts'

const header = 'SpendProofV1'

/** @throws {RpcError} UNKNOWN_ERROR when the text is not that of a spend proof. */
export function requireSpendProof(text: string): void {
  if (!text.startsWith(header)) throw badProof('Signature header check error')
}

/** @param rings - Of each input 64 bytes a ring member. */
export function writeSpendProof(rings: readonly Uint8Array[]): string {
  let text = header
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 64) text += encodeBase58(ring.subarray(at, at + 64))
  return text
}

/**
 * @param ringSizes - Of the transaction's inputs.
 * @returns Of each input 64 bytes a ring member; undefined when the text has more or less than that.
 * @throws {RpcError} UNKNOWN_ERROR for what is no Base58.
 */
export function readSpendProof(given: string, ringSizes: readonly number[]) {
  const text = byteText(given)
  const count = ringSizes.reduce((sum, size) => sum + size, 0)
  if (text.length !== header.length + count * signatureLength) return undefined
  let at = header.length
  const next = () => readPiece(text.slice(at, (at += signatureLength)), 64)
  return ringSizes.map((size) => concatBytes(...Array.from({ length: size }, next)))
}
