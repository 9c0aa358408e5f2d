/**
 * The upper half of a 128-bit product of unsigned integers.
 *
 * @module
 */
export function highUnsigned(a: u64, b: u64): u64 {
  const aLow = a & 0xffff_ffff
  const aHigh = a >>> 32
  const bLow = b & 0xffff_ffff
  const bHigh = b >>> 32
  const first = aHigh * bLow + ((aLow * bLow) >>> 32)
  const second = aLow * bHigh + (first & 0xffff_ffff)
  return aHigh * bHigh + (first >>> 32) + (second >>> 32)
}
