/**
 * Hex of any length: files that wallets exchange grow with the number of outputs.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Whether it is hex of whole bytes, in either case; the empty text is.
 *
 * A pattern with a repetition fails on long texts, so this one finds a character that is not a digit.
 *
 * @param size - The number of bytes; any if left out.
 */
export const isHex = (text: string, size?: number): boolean =>
  text.length === (size === undefined ? text.length & ~1 : 2 * size) && !/[^0-9a-f]/i.test(text)

const digits = new TextEncoder().encode('0123456789abcdef')
const ascii = new TextDecoder('latin1')
const isBuiltIn = 'toHex' in Uint8Array.prototype

/**
 * Lower-case hex as one string.
 *
 * Where `bytesToHex` is not built in, it joins a string for each byte: until such a string is first read, it takes
 * ten times its length in memory.
 */
export function longHex(bytes: Uint8Array): string {
  if (isBuiltIn) return bytesToHex(bytes)
  const text = new Uint8Array(2 * bytes.length)
  for (let i = 0; i < bytes.length; i++) {
    text[2 * i] = digits[bytes[i]! >>> 4]!
    text[2 * i + 1] = digits[bytes[i]! & 15]!
  }
  return ascii.decode(text)
}
