/**
 * The division and square root in every step of variant 2.
 *
 * @module
 * @see monero src/crypto/slow-hash.c VARIANT2_INTEGER_MATH_DIVISION_STEP,
 *   src/crypto/variant2_int_sqrt.h
 */
import { add64, high32 } from './words.ts'

/**
 * Divides 64 bits by 32.
 *
 * @param to - Gets the lower 32 bits of the quotient, then the remainder.
 * @param divisor - At least 2^31.
 */
export function divide(to: Uint32Array, low: number, high: number, divisor: number) {
  // Parts of 16 bits keep every number exact.
  const first = (high % divisor) * 65536 + (low >>> 16)
  const second = (first % divisor) * 65536 + (low & 0xffff)
  to[0] = Math.floor(first / divisor) * 65536 + Math.floor(second / divisor)
  to[1] = second % divisor
}

/** Of the largest n. */
const largestRoot = 3_558_067_407

const square = new Uint32Array(2)
const shifted = new Uint32Array(2)

/** The integer part of 2 · √(2^64 + n) - 2^33, for n of 64 bits; a u32. */
export function squareRoot(low: number, high: number): number {
  const guess = Math.floor(2 * Math.sqrt(high * 2 ** 32 + low + 2 ** 64) - 2 ** 33)
  // The root of a double is off by at most one.
  if (!isWithin(guess, low, high)) return guess - 1
  return isWithin(guess + 1, low, high) ? guess + 1 : guess
}

/** Whether (r + 2^33)² ≤ 4 · (2^64 + n), that is r²/4 + r · 2^32 ≤ n. */
function isWithin(r: number, low: number, high: number): boolean {
  if (r > largestRoot) return false
  const half = r >>> 1
  const odd = r & 1
  // r² / 4 is half · (half + odd), and a quarter where r is odd.
  const other = half + odd
  square[0] = Math.imul(half, other)
  square[1] = high32(half, other)
  shifted[0] = 0
  shifted[1] = r
  add64(square, 0, shifted, 0)
  const needed = square[0]! + odd
  const neededHigh = square[1]! + (needed > 0xffff_ffff ? 1 : 0)
  return neededHigh < high || (neededHigh === high && needed >>> 0 <= low)
}
