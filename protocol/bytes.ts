/**
 * Byte strings: joined, compared, and as numbers and text.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Concatenates any number of parts. A function that takes each part as an argument fails from some hundred
 * thousand parts on.
 */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Copies 32 bytes. Faster than `set`, which needs a view. */
export function copyKey(from: Uint8Array, at: number, to: Uint8Array, toAt: number): void {
  for (let i = 0; i < 32; i++) to[toAt + i] = from[at + i]!
}

/** Whether two byte strings are equal. The time depends only on their lengths, so they may be secret. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}

/** A view of exactly these bytes. */
export const dataView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Eight bytes, little endian. */
export const u64ToBytes = (value: bigint): Uint8Array<ArrayBuffer> => u64sToBytes([value])

/** The u64 at `at`, little endian. @throws RangeError for fewer than eight bytes. */
export const bytesToU64 = (bytes: Uint8Array, at = 0): bigint =>
  dataView(bytes).getBigUint64(at, true)

/** Eight bytes each, little endian. */
export function u64sToBytes(values: readonly bigint[] | BigUint64Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * values.length)
  const view = dataView(bytes)
  values.forEach((value, i) => view.setBigUint64(8 * i, value, true))
  return bytes
}

/** The u64 of every eight bytes, little endian; bytes after the last whole eight are ignored. */
export function bytesToU64s(bytes: Uint8Array): bigint[] {
  const view = dataView(bytes)
  return Array.from({ length: bytes.length / 8 }, (_, i) => view.getBigUint64(8 * i, true))
}

/** One character for each byte. The platform's `latin1` decoder is Windows-1252 and changes 0x80 to 0x9f. */
export function bytesToLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return text
}

/** One byte for each character; a character above 0xff is a programming error. */
export function latin1ToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (ascii.test(text)) return utf8ToBytes(text)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

// Strings may contain raw control characters, which are one byte in UTF-8 too.
const ascii = /^[\0-\x7f]*$/
