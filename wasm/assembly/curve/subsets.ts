/**
 * Sums of random subsets of points: a batch check of the main subgroup.
 *
 * A point outside the main subgroup has a component of small order. Whatever the other points are, at most half
 * of the subsets have a sum without such a component. So if a point is outside, all {@link SUBSETS} sums are in
 * the main subgroup with probability at most 2^-64, provided that the choices are unpredictable. Additions are
 * far cheaper than multiplications by l. Everything here is public.
 *
 * A point's choices are one bit per sum. Eight sums share a byte of choices; points with equal bytes are added
 * first: one addition for eight sums.
 *
 * @module
 */
import { POINT, alloc } from '../memory.ts'
import { encodeAll } from './normalize.ts'
import * as point from './point.ts'
import { fill } from '../random.ts'

/** Number of sums. */
const SUBSETS: usize = 64
/** Bytes of choices per point. */
const CHOICES: usize = SUBSETS / 8
/** Values of a byte. */
const VALUES: usize = 256
/** Points whose choices are drawn together. */
const TOGETHER: usize = 64

/** Initialises the buckets: for each byte of choices one sum per value. */
export function beginSubsets(sums: usize): void {
  for (let i: usize = 0; i < CHOICES * VALUES; i++) point.identity(sums + POINT * i)
}

/** Adds each of `count` points, 32 bytes, to a random half of the sums. 0 if one is no point. */
export function addToSubsets(sums: usize, points: usize, count: usize): i32 {
  const p = alloc(POINT)
  const choices = alloc(CHOICES * TOGETHER)
  for (let at: usize = 0; at < count; at++) {
    const own = choices + CHOICES * (at % TOGETHER)
    const left = count - at
    if (own === choices) fill(choices, CHOICES * (left < TOGETHER ? left : TOGETHER))
    if (!point.decode(p, points + 32 * at)) return 0
    point.affine(p, p)
    for (let i: usize = 0; i < CHOICES; i++) {
      const value = <usize>load<u8>(own + i)
      const sum = sums + POINT * (VALUES * i + value)
      if (value) point.addAffine(sum, sum, p, true)
    }
  }
  return 1
}

/** The sums, 32 bytes each. Overwrites the buckets. */
export function encodeSubsets(o: usize, sums: usize): void {
  const whole = alloc(POINT * SUBSETS)
  for (let i: usize = 0; i < CHOICES; i++)
    sumByBits(whole + POINT * 8 * i, sums + POINT * VALUES * i)
  encodeAll(o, whole, SUBSETS)
}

/** o = for each bit the sum of all buckets whose value has it. From the topmost bit on: the remaining values halve. */
function sumByBits(o: usize, values: usize): void {
  const q = alloc(POINT)
  let bit: usize = 8
  for (let half = VALUES >> 1; half > 0; half >>= 1) {
    const sum = o + POINT * --bit
    point.identity(sum)
    for (let value: usize = 0; value < half; value++) {
      const without = values + POINT * value
      point.cache(q, without + POINT * half)
      point.add(sum, sum, q, true)
      point.add(without, without, q, true)
    }
  }
}
