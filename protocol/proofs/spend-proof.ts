/**
 * The text of a spend proof: `SpendProofV1`, then the ring signatures of the inputs, concatenated.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_spend_proof, check_spend_proof
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { encodeBase58 } from '../base58.ts'
import { badProof, byteText, readPiece, signatureLength } from './pieces.ts'

const header = 'SpendProofV1'

/** @throws {RpcError} UNKNOWN_ERROR if the header is wrong. */
export function requireSpendProof(text: string): void {
  if (!text.startsWith(header)) throw badProof('Signature header check error')
}

/** @param rings - 64 bytes per ring member of each input. */
export function writeSpendProof(rings: readonly Uint8Array[]): string {
  let text = header
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 64) text += encodeBase58(ring.subarray(at, at + 64))
  return text
}

/**
 * @param ringSizes - Of the transaction's inputs.
 * @returns 64 bytes per ring member of each input; undefined for another length.
 * @throws {RpcError} UNKNOWN_ERROR for invalid Base58.
 */
export function readSpendProof(given: string, ringSizes: readonly number[]) {
  const text = byteText(given)
  const count = ringSizes.reduce((sum, size) => sum + size, 0)
  if (text.length !== header.length + count * signatureLength) return undefined
  let at = header.length
  const next = () => readPiece(text.slice(at, (at += signatureLength)), 64)
  return ringSizes.map((size) => concatBytes(...Array.from({ length: size }, next)))
}
