/**
 * Sums of random subsets of points, by which many points are looked at as one.
 *
 * A point outside the main subgroup has a part of small order. Whatever the other points are, at most every
 * second choice of a subset gives a sum without such a part: so all of {@link SUBSETS} sums are in the main
 * subgroup, and not all of the points, with one chance in 2^64, for who cannot foresee the choices. Adding is
 * far less work than multiplying by l. Everything here is public.
 *
 * @module
 */
import { POINT, alloc } from './memory.ts'
import { encodeAll } from './normalize.ts'
import * as point from './point.ts'
import { fill } from './random.ts'

/** How many sums, and bytes of choices for points that are taken together. */
const SUBSETS: usize = 64
/** Points that are taken together: all sums of theirs are made first, and each is added at once. */
const TOGETHER: usize = 5

/** The empty sums, as points. */
export function beginSubsets(sums: usize): void {
  for (let i: usize = 0; i < SUBSETS; i++) point.identity(sums + POINT * i)
}

/** Adds each of `count` points, 32 bytes, to a random half of the sums. 0 when one is no point. */
export function addToSubsets(sums: usize, points: usize, count: usize): i32 {
  const plain = alloc(POINT << TOGETHER)
  const cached = alloc(POINT << TOGETHER)
  const choices = alloc(SUBSETS)
  for (let at: usize = 0; at < count; at += TOGETHER) {
    const some = count - at < TOGETHER ? count - at : TOGETHER
    if (!sumAll(plain, cached, points + 32 * at, some)) return 0
    fill(choices, SUBSETS)
    const mask: u32 = ((<u32>1) << (<u32>some)) - 1
    for (let i: usize = 0; i < SUBSETS; i++) {
      const choice = <usize>((<u32>load<u8>(choices + i)) & mask)
      const sum = sums + POINT * i
      if (choice) point.add(sum, sum, cached + POINT * choice, true)
    }
  }
  return 1
}

/** Entry c of both tables = the sum of the points whose bits c has; entry 0 is left out. */
function sumAll(plain: usize, cached: usize, points: usize, count: usize): bool {
  for (let i: usize = 0; i < count; i++) {
    const own: usize = (<usize>1) << i
    if (!point.decode(plain + POINT * own, points + 32 * i)) return false
    point.cache(cached + POINT * own, plain + POINT * own)
    for (let others: usize = 1; others < own; others++) {
      const sum = plain + POINT * (own + others)
      point.add(sum, plain + POINT * others, cached + POINT * own, true)
      point.cache(cached + POINT * (own + others), sum)
    }
  }
  return true
}

/** The sums, 32 bytes each. */
export function encodeSubsets(o: usize, sums: usize): void {
  encodeAll(o, sums, SUBSETS)
}
