/**
 * Fixed signed windows of four bits: digits of a scalar, and constant-time table lookups.
 *
 * The entry and its sign depend on a secret. So every entry is read, and masks select its bits. Bitwise operations
 * have a latency of one cycle, additions of doubles four.
 *
 * @module
 */
import { FE, HALF, POINTS } from './layout.ts'

/** Number of digits that {@link recode} writes. */
export const DIGITS: usize = 64

/** c of the group's order l = 2^252 + c, in words of 32 bits. */
const c: usize = memory.data<u32>([0x5cf5d3ed, 0x5812631a, 0xa2f79cd6, 0x14def9de])

/**
 * Writes 64 digits between -8 and 7 (the topmost up to 4), lowest first, one signed byte each.
 *
 * Their value equals the 32 bytes mod l, but is not reduced: with n = q·2^252 + r it is r + l - q·c, between 0 and
 * 2^254. The point it multiplies has order l, or the product is multiplied by 8.
 */
export function recode(digits: usize, scalar: usize): void {
  const q = <i64>(load<u8>(scalar, 31) >> 4)
  let rest: i64 = 0
  let carry: i32 = 0
  for (let i: usize = 0; i < 32; i += 4) {
    rest += <i64>load<u32>(scalar + i)
    if (i < 16) rest += (1 - q) * <i64>load<u32>(c + i)
    if (i === 28) rest += (1 - q) << 28
    let word = <u32>rest
    rest >>= 32
    for (let j: usize = 0; j < 8; j++) {
      const digit = <i32>(word & 15) + carry
      carry = (digit + 8) >> 4
      store<i8>(digits + 2 * i + j, digit - (carry << 4))
      word >>= 4
    }
  }
}

/** All bits if a equals b, else none; both small and not negative. */
export function maskOf(a: i32, b: i32): i64 {
  return <i64>(((a ^ b) - 1) >> 31)
}

/** o = digit·P for four points P, cached, from tables of 1 .. 8 times P, cached. */
export function selectCached(o: usize, table: usize, digit: i32): void {
  const negative = digit >> 31
  const magnitude = (digit ^ negative) - negative
  const m1 = i64x2.splat(maskOf(magnitude, 1))
  const m2 = i64x2.splat(maskOf(magnitude, 2))
  const m3 = i64x2.splat(maskOf(magnitude, 3))
  const m4 = i64x2.splat(maskOf(magnitude, 4))
  const m5 = i64x2.splat(maskOf(magnitude, 5))
  const m6 = i64x2.splat(maskOf(magnitude, 6))
  const m7 = i64x2.splat(maskOf(magnitude, 7))
  const m8 = i64x2.splat(maskOf(magnitude, 8))
  for (let i: usize = 0; i < POINTS; i += 16) {
    const entry = table + i
    let a = v128.and(v128.load(entry), m1)
    let b = v128.and(v128.load(entry, POINTS), m2)
    a = v128.or(a, v128.and(v128.load(entry, 2 * POINTS), m3))
    b = v128.or(b, v128.and(v128.load(entry, 3 * POINTS), m4))
    a = v128.or(a, v128.and(v128.load(entry, 4 * POINTS), m5))
    b = v128.or(b, v128.and(v128.load(entry, 5 * POINTS), m6))
    a = v128.or(a, v128.and(v128.load(entry, 6 * POINTS), m7))
    b = v128.or(b, v128.and(v128.load(entry, 7 * POINTS), m8))
    v128.store(o + i, v128.or(a, b))
  }
  const none = i64x2.splat(maskOf(magnitude, 0))
  const mask = i64x2.splat(<i64>negative)
  addIdentity(o, none)
  addIdentity(o + HALF, none)
  negateIf(o, mask)
  negateIf(o + HALF, mask)
}

/** Replaces zeros by the cached identity, in the lanes where `mask` is -1. */
export function addIdentity(o: usize, mask: v128): void {
  const one = v128.and(mask, f64x2.splat(1))
  v128.store(o, v128.or(v128.load(o), one))
  v128.store(o + FE, v128.or(v128.load(o + FE), one))
  v128.store(o + 2 * FE, v128.or(v128.load(o + 2 * FE), v128.and(mask, f64x2.splat(2))))
}

/** Negates a cached point in the lanes where `mask` is -1: exchanges the halves and negates 2dT. */
export function negateIf(o: usize, mask: v128): void {
  const signs = v128.and(mask, f64x2.splat(-0.0))
  for (let i = o; i < o + FE; i += 16) {
    const plus = v128.load(i)
    const minus = v128.load(i + FE)
    const swapped = v128.and(v128.xor(plus, minus), mask)
    v128.store(i, v128.xor(plus, swapped))
    v128.store(i + FE, v128.xor(minus, swapped))
    v128.store(i + 3 * FE, v128.xor(v128.load(i + 3 * FE), signs))
  }
}

/** Makes the digits those of the negated number, for `count` scalars. */
export function negateDigits(digits: usize, count: usize): void {
  for (let i: usize = 0; i < DIGITS * count; i++) store<i8>(digits + i, -load<i8>(digits + i))
}
