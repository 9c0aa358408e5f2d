/**
 * Sums of many multiples: in constant time for the prover, by Pippenger's method for the verifier.
 *
 * @module
 */
import { AFFINE, POINT, alloc, entryScratch, mark, release } from '../memory.ts'
import { multiples } from './multiply.ts'
import * as point from './point.ts'
import { recode, selectCached } from './window.ts'

/** Bytes for the digits of one scalar. */
const DIGIT_ROW: usize = 80

/** o = the sum of scalars[i]·points[i], in time independent of the scalars, which are below l. */
export function sumOfSecrets(o: usize, scalars: usize, points: usize, count: usize): void {
  const from = mark()
  const digits = alloc(DIGIT_ROW * count)
  const tables = alloc(8 * POINT * count)
  for (let i: usize = 0; i < count; i++) {
    recode(digits + DIGIT_ROW * i, scalars + 32 * i)
    multiples(tables + 8 * POINT * i, points + POINT * i)
  }
  point.identity(o)
  // Scalars below l have no 65th digit.
  for (let window: i32 = 63; window >= 0; window--) {
    if (window !== 63) point.doubleTimes(o, o, 4)
    for (let i: usize = 0; i < count; i++) {
      const digit = load<i8>(digits + DIGIT_ROW * i + <usize>window)
      selectCached(entryScratch, tables + 8 * POINT * i, digit)
      point.add(o, o, entryScratch, true)
    }
  }
  release(from)
}

/** Width of a window by number of terms: the one with the fewest additions. */
function bestWidth(count: usize): u32 {
  let best: u32 = 4
  let least: u32 = 0xffffffff
  for (let width: u32 = 4; width <= 13; width++) {
    const additions: u32 = (254 / width + 1) * (<u32>count + ((<u32>1) << width))
    if (additions < least) {
      least = additions
      best = width
    }
  }
  return best
}

/** Signed digits of a scalar below l: `windows` of them, of `width` bits, as 16-bit numbers. */
function signedDigits(o: usize, scalar: usize, width: u32, windows: u32): void {
  let carry: i32 = 0
  const half = 1 << (width - 1)
  for (let i: u32 = 0; i < windows; i++) {
    const at = i * width
    // Four bytes hold any window of up to 13 bits; zeros follow the scalar.
    let word: u32 = 0
    for (let b: u32 = 0; b < 3; b++) {
      const byte = (at >> 3) + b
      if (byte < 32) word |= (<u32>load<u8>(scalar + byte)) << (8 * b)
    }
    let digit = <i32>((word >> (at & 7)) & ((1 << width) - 1)) + carry
    carry = digit > half ? 1 : 0
    digit -= carry << width
    store<i16>(o + 2 * i, <i16>digit)
  }
}

/**
 * o = the sum of scalars[i]·points[i], in variable time: public numbers only.
 *
 * The first `fixed` points are affine generators at `generators`; the others are cached, at `points`. Scalars
 * are in the same order and below l.
 *
 * @see N. Pippenger, "On the evaluation of powers and related problems"
 */
export function sumOfPublics(
  o: usize,
  scalars: usize,
  generators: usize,
  fixed: usize,
  points: usize,
  count: usize,
): void {
  const from = mark()
  const total = fixed + count
  const width = bestWidth(total)
  // One bit more than l, for the carry of the topmost window.
  const windows = 254 / width + 1
  const row = <usize>(2 * windows)
  const digits = alloc(row * total)
  const buckets = alloc(POINT << (width - 1))
  const sum = alloc(POINT)
  for (let i: usize = 0; i < total; i++)
    signedDigits(digits + row * i, scalars + 32 * i, width, windows)
  point.identity(o)
  for (let window = <i32>windows - 1; window >= 0; window--) {
    if (window !== <i32>windows - 1) point.doubleTimes(o, o, <i32>width)
    fillBuckets(buckets, width, digits + 2 * <usize>window, row, generators, fixed, points, count)
    sumBuckets(sum, buckets, width)
    point.cache(sum, sum)
    point.add(o, o, sum, true)
  }
  release(from)
}

/** buckets[d - 1] = the sum of all points with the digit d, less those with -d. */
function fillBuckets(
  buckets: usize,
  width: u32,
  digits: usize,
  row: usize,
  generators: usize,
  fixed: usize,
  points: usize,
  count: usize,
): void {
  for (let i: usize = 0; i < 1 << (width - 1); i++) point.identity(buckets + POINT * i)
  for (let i: usize = 0; i < fixed; i++, digits += row) {
    const digit = <i32>load<i16>(digits)
    const entry = generators + AFFINE * i
    const bucket = buckets + POINT * <usize>((digit < 0 ? -digit : digit) - 1)
    if (digit > 0) point.addAffine(bucket, bucket, entry, true)
    else if (digit < 0) point.subAffine(bucket, bucket, entry, true)
  }
  for (let i: usize = 0; i < count; i++, digits += row) {
    const digit = <i32>load<i16>(digits)
    const entry = points + POINT * i
    const bucket = buckets + POINT * <usize>((digit < 0 ? -digit : digit) - 1)
    if (digit > 0) point.add(bucket, bucket, entry, true)
    else if (digit < 0) point.sub(bucket, bucket, entry, true)
  }
}

/** o = the sum of d·buckets[d - 1], as the sum of the running sums from the top. */
function sumBuckets(o: usize, buckets: usize, width: u32): void {
  const from = mark()
  const running = alloc(POINT)
  const cached = alloc(POINT)
  point.identity(o)
  point.identity(running)
  for (let i = <i32>(1 << (width - 1)) - 1; i >= 0; i--) {
    point.cache(cached, buckets + POINT * <usize>i)
    point.add(running, running, cached, true)
    point.cache(cached, running)
    point.add(o, o, cached, true)
  }
  release(from)
}
