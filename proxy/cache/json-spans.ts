/**
 * Finds the members of a JSON object without parsing their values.
 *
 * Answers have megabytes, and monerod writes raw bytes into strings. Only quotes and backslashes are escaped for sure.
 *
 * @module
 */

import {
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
  stringEnd,
} from '#protocol/json/byte-scan.ts'

/** Positions of a value: its first byte, and the byte after its last. */
export type Span = { start: number; end: number }

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * The members of the object at `start`, by name as it is written. Of equal names the last counts.
 *
 * @returns Undefined if there is no complete object.
 */
export function memberSpans(bytes: Uint8Array, start = 0): Map<string, Span> | undefined {
  const members = new Map<string, Span>()
  let at = skipSpace(bytes, start)
  if (bytes[at] !== openObject) return undefined
  at = skipSpace(bytes, at + 1)
  if (bytes[at] === closeObject) return members
  for (;;) {
    const nameEnd = bytes[at] === quote ? stringEnd(bytes, at + 1) : undefined
    if (nameEnd === undefined) return undefined
    const name = spanText(bytes, { start: at + 1, end: nameEnd })
    at = skipSpace(bytes, nameEnd + 1)
    if (bytes[at] !== colon) return undefined
    const value = skipSpace(bytes, at + 1)
    const end = valueEnd(bytes, value)
    if (end === undefined) return undefined
    members.set(name, { start: value, end })
    at = skipSpace(bytes, end)
    if (bytes[at] === closeObject) return members
    if (bytes[at] !== comma) return undefined
    at = skipSpace(bytes, at + 1)
  }
}

/** The bytes of a short span, one character each. */
export const spanText = (bytes: Uint8Array, { start, end }: Span): string =>
  end - start > 256 ? '' : String.fromCharCode(...bytes.subarray(start, end))

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) at++
  return at
}

function valueEnd(bytes: Uint8Array, start: number): number | undefined {
  const first = bytes[start]
  if (first === quote) {
    const end = stringEnd(bytes, start + 1)
    return end === undefined ? undefined : end + 1
  }
  if (first === openObject || first === openList) return nestedEnd(bytes, start)
  let at = start
  while (at < bytes.length && !isEnd(bytes[at])) at++
  return at > start && at < bytes.length ? at : undefined
}

const isEnd = (byte: number | undefined) =>
  byte === comma || byte === closeObject || byte === closeList || isSpace(byte)

function nestedEnd(bytes: Uint8Array, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      const end = stringEnd(bytes, at + 1)
      if (end === undefined) return undefined
      at = end
    } else if (byte === openObject || byte === openList) depth++
    else if ((byte === closeObject || byte === closeList) && --depth === 0) return at + 1
  }
  return undefined
}
