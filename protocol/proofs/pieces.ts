/**
 * Parts of the text of a proof: a header, then keys and signatures in Base58.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase58 } from '../base58.ts'
import { bytesToLatin1 } from '../bytes.ts'
import { RpcError } from '../errors.ts'

/** Characters of a key, 32 bytes. */
export const keyLength = 44
/** Characters of a signature, 64 bytes. */
export const signatureLength = 88

/** The error of a proof, with the reference's text. */
export const badProof = (problem: string) => new RpcError('UNKNOWN_ERROR', problem)

/** A character for each byte of the text, since the reference counts bytes. */
export const byteText = (text: string): string => bytesToLatin1(utf8ToBytes(text))

/** Decodes a piece of `size` bytes. @throws {RpcError} For anything else. */
export function readPiece(piece: string, size: number): Uint8Array {
  const bytes = decodeBase58(piece)
  if (bytes?.length !== size) throw badProof('Signature decoding error')
  return bytes
}
