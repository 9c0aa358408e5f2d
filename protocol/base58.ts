/**
 * Monero's base58: each block of 8 bytes is 11 characters, so the length of the bytes fixes that of the text.
 *
 * @module
 * @see monero src/common/base58.cpp
 */
import { base58xmr } from '@scure/base'

/** Encodes bytes of any length. */
export const encodeBase58 = (bytes: Uint8Array): string => base58xmr.encode(bytes)

/** The bytes; `undefined` for a length, a character or a block that no bytes encode to. */
export function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58xmr.decode(text)
  } catch {
    return undefined
  }
}
