/**
 * The multiplier that replaces a division by a constant.
 *
 * @module
 * @see RandomX specs.md, 5.2.6
 */

/**
 * 2^x / divisor for the largest x that keeps it below 2^64.
 *
 * @param divisor - A u32.
 * @returns undefined for 0 and powers of two, which programs skip.
 */
export function reciprocal(divisor: number): bigint | undefined {
  if ((divisor & (divisor - 1)) === 0) return undefined
  const bits = 32 - Math.clz32(divisor)
  return (1n << BigInt(63 + bits)) / BigInt(divisor >>> 0)
}
