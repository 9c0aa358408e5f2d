/**
 * Upper halves of 128-bit products.
 *
 * @module
 */

/** Of unsigned integers. */
export function highUnsigned(a: u64, b: u64): u64 {
  const aLow = a & 0xffff_ffff
  const aHigh = a >>> 32
  const bLow = b & 0xffff_ffff
  const bHigh = b >>> 32
  const first = aHigh * bLow + ((aLow * bLow) >>> 32)
  const second = aLow * bHigh + (first & 0xffff_ffff)
  return aHigh * bHigh + (first >>> 32) + (second >>> 32)
}

/** Of integers in two's complement. */
export function highSigned(a: i64, b: i64): i64 {
  return <i64>highUnsigned(a, b) - ((a >> 63) & b) - ((b >> 63) & a)
}
