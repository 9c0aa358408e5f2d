/**
 * Fixed signed windows of four bits: digits of a scalar, and constant-time table lookups.
 *
 * The entry and its sign depend on a secret. So every entry is read, and masks select the result.
 *
 * @module
 */
import { AFFINE, POINT } from '../memory.ts'
import * as fma from './fma/window.ts'
import * as plain from './plain/group.ts'
import * as point from './point.ts'

/** Digits of any 256-bit number: 64, and a carry of 0 or 1. */
export const DIGITS: i32 = 65

/** Writes digits between -8 and 7, lowest first, one signed byte each. */
export function recode(digits: usize, scalar: usize): void {
  let carry: i32 = 0
  for (let i: usize = 0; i < 64; i++) {
    const digit = (((<i32>load<u8>(scalar + (i >> 1))) >> (<i32>((i & 1) << 2))) & 15) + carry
    carry = (digit + 8) >> 4
    store<i8>(digits + i, digit - (carry << 4))
  }
  store<i8>(digits, carry, 64)
}

/** -1 if a equals b, else 0; both small and not negative. */
function equalMask(a: i32, b: i32): i64 {
  return (<i64>(a ^ b) - 1) >> 63
}

/**
 * Copies entry `magnitude` of a table of 1 .. 8 times a point to `o`; 0 keeps the content of `o`.
 *
 * Word by word through all eight entries, each with its mask.
 */
function take(o: usize, table: usize, size: usize, magnitude: i32): void {
  const m0 = equalMask(magnitude, 0)
  const m1 = equalMask(magnitude, 1)
  const m2 = equalMask(magnitude, 2)
  const m3 = equalMask(magnitude, 3)
  const m4 = equalMask(magnitude, 4)
  const m5 = equalMask(magnitude, 5)
  const m6 = equalMask(magnitude, 6)
  const m7 = equalMask(magnitude, 7)
  const m8 = equalMask(magnitude, 8)
  const t2 = table + size
  const t3 = t2 + size
  const t4 = t3 + size
  const t5 = t4 + size
  const t6 = t5 + size
  const t7 = t6 + size
  const t8 = t7 + size
  for (let i: usize = 0; i < size; i += 8) {
    const low = (load<i64>(table + i) & m1) | (load<i64>(t2 + i) & m2)
    const middle = (load<i64>(t3 + i) & m3) | (load<i64>(t4 + i) & m4)
    const upper = (load<i64>(t5 + i) & m5) | (load<i64>(t6 + i) & m6)
    const high = (load<i64>(t7 + i) & m7) | (load<i64>(t8 + i) & m8)
    store<i64>(o + i, (load<i64>(o + i) & m0) | low | middle | upper | high)
  }
}

/** o = digit·P, cached, from a table of 1 .. 8 times P, cached. */
export function selectCached(o: usize, table: usize, digit: i32): void {
  const negative = digit >> 31
  const magnitude = (digit ^ negative) - negative
  if (ASC_FEATURE_RELAXED_SIMD) fma.take(o, table, magnitude)
  else {
    plain.cachedIdentity(o)
    take(o, table, POINT, magnitude)
  }
  point.negateCachedIf(o, negative)
}

/** o = digit·P, affine, from a table of 1 .. 8 times P, affine. */
export function selectAffine(o: usize, table: usize, digit: i32): void {
  const negative = digit >> 31
  const magnitude = (digit ^ negative) - negative
  if (ASC_FEATURE_RELAXED_SIMD) fma.take(o, table, magnitude)
  else {
    plain.affineIdentity(o)
    take(o, table, AFFINE, magnitude)
  }
  point.negateAffineIf(o, negative)
}
