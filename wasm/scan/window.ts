/**
 * Fixed signed windows of four bits: digits of a scalar, and table entries taken without an index.
 *
 * Which entry is taken, and whether it is negated, depends on a secret. So every entry is read, and
 * weights of 0 and 1 decide what stays: a sum of finite numbers of which all but one are nothing.
 *
 * @module
 */
import { FE, HALF, POINTS } from './layout.ts'

/** Digits of a scalar that {@link recode} makes. */
export const DIGITS: usize = 64

/** c of the group's order l = 2^252 + c, in words of 32 bits. */
const c: usize = memory.data<u32>([0x5cf5d3ed, 0x5812631a, 0xa2f79cd6, 0x14def9de])

/**
 * Writes 64 digits between -8 and 7 (the topmost up to 4), lowest first, one signed byte each.
 *
 * The number they stand for is that of the 32 bytes mod l, but not the smallest: with n = q·2^252 + r it is
 * r + l - q·c, which lies between 0 and 2^254. What it multiplies has order l, or will be multiplied by 8.
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

/** 1 when a equals b, 0 otherwise; both small and not negative. */
export function weight(a: i32, b: i32): f64 {
  return <f64>(((a ^ b) - 1) >>> 31)
}

/** sum + value·weight, exact for weights of 0 and 1 where at most one of what is summed is not 0. */
export function weighted(sum: v128, value: v128, weight: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(value, weight, sum)
  return f64x2.add(sum, f64x2.mul(value, weight))
}

/** o = digit·P for four points P, cached, from tables of 1 .. 8 times P, cached. */
export function selectCached(o: usize, table: usize, digit: i32): void {
  const negative = digit >> 31
  const magnitude = (digit ^ negative) - negative
  const w1 = f64x2.splat(weight(magnitude, 1))
  const w2 = f64x2.splat(weight(magnitude, 2))
  const w3 = f64x2.splat(weight(magnitude, 3))
  const w4 = f64x2.splat(weight(magnitude, 4))
  const w5 = f64x2.splat(weight(magnitude, 5))
  const w6 = f64x2.splat(weight(magnitude, 6))
  const w7 = f64x2.splat(weight(magnitude, 7))
  const w8 = f64x2.splat(weight(magnitude, 8))
  for (let i: usize = 0; i < POINTS; i += 16) {
    const entry = table + i
    let sum = f64x2.mul(v128.load(entry), w1)
    sum = weighted(sum, v128.load(entry, POINTS), w2)
    sum = weighted(sum, v128.load(entry, 2 * POINTS), w3)
    sum = weighted(sum, v128.load(entry, 3 * POINTS), w4)
    sum = weighted(sum, v128.load(entry, 4 * POINTS), w5)
    sum = weighted(sum, v128.load(entry, 5 * POINTS), w6)
    sum = weighted(sum, v128.load(entry, 6 * POINTS), w7)
    sum = weighted(sum, v128.load(entry, 7 * POINTS), w8)
    v128.store(o + i, sum)
  }
  const none = f64x2.splat(weight(magnitude, 0))
  const mask = i64x2.splat(<i64>negative)
  addIdentity(o, none)
  addIdentity(o + HALF, none)
  negateIf(o, mask)
  negateIf(o + HALF, mask)
}

/** Makes nothing the identity, cached, in the lanes where `weight` is 1. */
export function addIdentity(o: usize, weight: v128): void {
  v128.store(o, f64x2.add(v128.load(o), weight))
  v128.store(o + FE, f64x2.add(v128.load(o + FE), weight))
  v128.store(o + 2 * FE, f64x2.add(v128.load(o + 2 * FE), f64x2.add(weight, weight)))
}

/** Negates a cached point in the lanes where `mask` is -1: the halves change places, 2dT its sign. */
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
