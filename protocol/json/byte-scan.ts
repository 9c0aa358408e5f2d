/**
 * JSON as bytes, without parsing it.
 *
 * @module
 */

export const quote = 0x22
export const colon = 0x3a
export const comma = 0x2c
export const [openList, closeList] = [0x5b, 0x5d] as const
export const [openObject, closeObject] = [0x7b, 0x7d] as const
const backslash = 0x5c

/** Position of the quote that ends the string whose text begins at `start`; undefined if it is not there. */
export function stringEnd(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; ;) {
    const end = bytes.indexOf(quote, at)
    if (end < 0) return undefined
    let escapes = 0
    while (end - escapes > at && bytes[end - escapes - 1] === backslash) escapes++
    if (escapes % 2 === 0) return end
    at = end + 1
  }
}
