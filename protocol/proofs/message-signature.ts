/**
 * The text of a signed message: `SigV1` or `SigV2`, then a signature in Base58.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp sign, verify
 */
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { byteText } from './pieces.ts'

export type MessageSignature = {
  /** 1 signs only the message; 2 also the address and which of its keys signed. */
  version: 1 | 2
  /** 64 bytes. */
  signature: Uint8Array
}

/** Undefined for anything else. */
export function readMessageSignature(text: string): MessageSignature | undefined {
  const header = text.slice(0, 5)
  if (header !== 'SigV1' && header !== 'SigV2') return undefined
  const signature = decodeBase58(byteText(text.slice(5)))
  if (signature?.length !== 64) return undefined
  return { version: header === 'SigV1' ? 1 : 2, signature }
}

export const writeMessageSignature = ({ version, signature }: MessageSignature): string =>
  `SigV${version}${encodeBase58(signature)}`
