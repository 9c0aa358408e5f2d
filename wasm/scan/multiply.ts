/**
 * The view key times points, with time and memory accesses independent of the key.
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import * as group from './group.ts'
import { POINTS, entryScratch } from './layout.ts'
import { DIGITS, selectCached } from './window.ts'

/** Fills tables of 1 .. 8 times the four points, cached. */
function multiples(table: usize, p: usize): void {
  const from = mark()
  const sum = alloc(POINTS)
  group.cache(table, p)
  group.double(sum, p, true)
  group.cache(table + POINTS, sum)
  for (let i: usize = 2; i < 8; i++) {
    group.addCached(sum, sum, table, true)
    group.cache(table + POINTS * i, sum)
  }
  release(from)
}

/** p = 8·n·p for four points p, without T; `digits` are those of n. */
export function multiplyBy8(p: usize, digits: usize): void {
  const from = mark()
  const table = alloc(8 * POINTS)
  multiples(table, p)
  selectCached(entryScratch, table, load<i8>(digits + DIGITS - 1))
  group.uncache(p, entryScratch)
  for (let i = DIGITS - 1; i-- > 0;) {
    group.doubleTimes(p, p, 4, true)
    selectCached(entryScratch, table, load<i8>(digits + i))
    group.addCached(p, p, entryScratch, false)
  }
  group.doubleTimes(p, p, 3, false)
  release(from)
}
