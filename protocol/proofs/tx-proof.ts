/**
 * The text of a transaction proof: `InProofV2` by the recipient or `OutProofV2` by the sender, then for each
 * public key of the transaction a shared secret and a signature.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_tx_proof, check_tx_proof
 */
import { encodeBase58 } from '../base58.ts'
import { badProof, byteText, keyLength, readPiece, signatureLength } from './pieces.ts'

export type TxProof = {
  direction: 'in' | 'out'
  /** The challenge of version 1 does not cover the keys; the reference no longer makes it. */
  version: 1 | 2
  /** For the transaction's own key, then for each additional one. */
  parts: TxProofPart[]
}

export type TxProofPart = {
  /** D = a·R = r·A, 32 bytes; not multiplied by 8. */
  sharedSecret: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

const partLength = keyLength + signatureLength

export function writeTxProof({ direction, version, parts }: TxProof): string {
  const pieces = parts.flatMap(({ sharedSecret, signature }) => [sharedSecret, signature])
  return `${direction === 'in' ? 'In' : 'Out'}ProofV${version}${pieces.map(encodeBase58).join('')}`
}

/**
 * Parses a proof. As in the reference, only `Out` and `V1` count in the header: any other text there means
 * an incoming proof, or version 2.
 *
 * @throws {RpcError} UNKNOWN_ERROR with the reference's text.
 */
export function readTxProof(given: string): TxProof {
  const text = byteText(given)
  const direction = text.startsWith('Out') ? 'out' : 'in'
  const headerLength = direction === 'out' ? 10 : 9
  if (text.length < headerLength) throw badProof('Signature header check error')
  const count = (text.length - headerLength) / partLength
  if (!Number.isInteger(count)) throw badProof('Wrong signature size')
  return {
    direction,
    version: text.slice(headerLength - 2, headerLength) === 'V1' ? 1 : 2,
    parts: Array.from({ length: count }, (_, i) => readPart(text, headerLength + i * partLength)),
  }
}

function readPart(text: string, at: number): TxProofPart {
  const middle = at + keyLength
  return {
    sharedSecret: readPiece(text.slice(at, middle), 32),
    signature: readPiece(text.slice(middle, middle + signatureLength), 64),
  }
}
