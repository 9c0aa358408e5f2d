/**
 * Integers of 64 bits as two words of 32, low one first, within arrays.
 *
 * @module
 */

/** The upper 32 bits of the product of two unsigned 32-bit integers. */
export function high32(a: number, b: number): number {
  const [aLow, aHigh] = [a & 0xffff, a >>> 16]
  const [bLow, bHigh] = [b & 0xffff, b >>> 16]
  const [lowHigh, highLow] = [aLow * bHigh, aHigh * bLow]
  const middle = ((aLow * bLow) >>> 16) + (lowHigh & 0xffff) + (highLow & 0xffff)
  return aHigh * bHigh + (lowHigh >>> 16) + (highLow >>> 16) + (middle >>> 16)
}

/** Adds y's pair to x's, modulo 2^64. */
export function add64(x: Uint32Array, atX: number, y: Uint32Array, atY: number) {
  const low = x[atX]! + y[atY]!
  x[atX] = low
  x[atX + 1] = x[atX + 1]! + y[atY + 1]! + (low > 0xffff_ffff ? 1 : 0)
}

/** Writes the 128 bits of x's pair times y's: upper pair, then lower pair. */
export function multiply64(to: Uint32Array, x: Uint32Array, y: Uint32Array) {
  const [x0, x1, y0, y1] = [x[0]!, x[1]!, y[0]!, y[1]!]
  const middle = high32(x0, y0) + (Math.imul(x0, y1) >>> 0) + (Math.imul(x1, y0) >>> 0)
  const upper =
    Math.floor(middle / 2 ** 32) + high32(x0, y1) + high32(x1, y0) + (Math.imul(x1, y1) >>> 0)
  to[0] = upper
  to[1] = Math.floor(upper / 2 ** 32) + high32(x1, y1)
  to[2] = Math.imul(x0, y0)
  to[3] = middle
}
