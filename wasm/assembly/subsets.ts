/**
 * Sums of random subsets of points, by which many points are looked at as one.
 *
 * A point outside the main subgroup has a part of small order. Whatever the other points are, at most every
 * second choice of a subset gives a sum without such a part: so all of {@link SUBSETS} sums are in the main
 * subgroup, and not all of the points, with one chance in 2^64, for who cannot foresee the choices. Adding is
 * far less work than multiplying by l. Everything here is public.
 *
 * A point's choices are a bit for each sum. Eight sums share a byte of them, and what has the same byte is
 * added up first: one addition for eight sums.
 *
 * @module
 */
import { FE, POINT, alloc } from './memory.ts'
import { encodeAll } from './normalize.ts'
import * as field from './field.ts'
import * as point from './point.ts'
import { fill } from './random.ts'

/** How many sums. */
const SUBSETS: usize = 64
/** Bytes of a point's choices. */
const CHOICES: usize = SUBSETS / 8
/** Values of one of these bytes. */
const VALUES: usize = 256
/** Points whose choices are drawn at once. */
const TOGETHER: usize = 64

/** Nothing added up yet: of each byte of choices a sum for each value. */
export function beginSubsets(sums: usize): void {
  for (let i: usize = 0; i < CHOICES * VALUES; i++) point.identity(sums + POINT * i)
}

/** Adds each of `count` points, 32 bytes, to a random half of the sums. 0 when one is no point. */
export function addToSubsets(sums: usize, points: usize, count: usize): i32 {
  const p = alloc(POINT)
  const choices = alloc(CHOICES * TOGETHER)
  for (let at: usize = 0; at < count; at++) {
    const own = choices + CHOICES * (at % TOGETHER)
    const left = count - at
    if (own === choices) fill(choices, CHOICES * (left < TOGETHER ? left : TOGETHER))
    if (!point.decode(p, points + 32 * at)) return 0
    // Its Z is 1: affine is what is left of the cached form without it.
    point.cache(p, p)
    field.copy(p + 2 * FE, p + 3 * FE)
    for (let i: usize = 0; i < CHOICES; i++) {
      const value = <usize>load<u8>(own + i)
      const sum = sums + POINT * (VALUES * i + value)
      if (value) point.addAffine(sum, sum, p, true)
    }
  }
  return 1
}

/** The sums, 32 bytes each. What was added up is of no use afterwards. */
export function encodeSubsets(o: usize, sums: usize): void {
  const whole = alloc(POINT * SUBSETS)
  for (let i: usize = 0; i < CHOICES; i++)
    sumByBits(whole + POINT * 8 * i, sums + POINT * VALUES * i)
  encodeAll(o, whole, SUBSETS)
}

/** o = for each bit the sum of all whose value has it. From the topmost: without it a value is less than half. */
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
