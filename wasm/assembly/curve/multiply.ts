/**
 * Multiplication in time that does not depend on the scalar: by any point, and by G and H from tables.
 *
 * @module
 */
import { G, H } from './curve.ts'
import { AFFINE, POINT, alloc, digitScratch, entryScratch, mark, release } from '../memory.ts'
import { toAffineAll } from './normalize.ts'
import * as point from './point.ts'
import { reduce } from './scalar.ts'
import { DIGITS, recode, selectAffine, selectCached } from './window.ts'

/** For i < 32 and j < 8: (j + 1)·256^i·P, affine. */
const TABLE: i32 = 32 * 8 * (ASC_FEATURE_RELAXED_SIMD ? 160 : 120)
const tableG: usize = memory.data(TABLE, 16)
const tableH: usize = memory.data(TABLE, 16)

export function initialize(): void {
  buildTable(tableG, G)
  buildTable(tableH, H)
}

function buildTable(table: usize, generator: usize): void {
  const from = mark()
  const points = alloc(256 * POINT)
  const base = alloc(POINT)
  const cached = alloc(POINT)
  if (!point.decode(base, generator)) unreachable()
  for (let i: usize = 0; i < 256; i += 8) {
    const row = points + POINT * i
    point.copy(row, base)
    point.cache(cached, base)
    for (let j: usize = 1; j < 8; j++)
      point.add(row + POINT * j, row + POINT * (j - 1), cached, true)
    point.doubleTimes(base, base, 8)
  }
  toAffineAll(table, points, 256)
  release(from)
}

/** o = s·G */
export function multiplyG(o: usize, s: usize): void {
  multiplyTable(o, s, tableG)
}

/** o = s·H */
export function multiplyH(o: usize, s: usize): void {
  multiplyTable(o, s, tableH)
}

// Sixteen times the sum of the odd digits, plus that of the even digits: this halves the rows of the table.
function multiplyTable(o: usize, s: usize, table: usize): void {
  const from = mark()
  const reduced = alloc(32)
  // G and H have order l, so the multiple is the same, and 64 digits suffice.
  reduce(reduced, s)
  recode(digitScratch, reduced)
  release(from)
  point.identity(o)
  addRows(o, table, digitScratch + 1)
  point.doubleTimes(o, o, 4)
  addRows(o, table, digitScratch)
}

/** Adds the multiple of each row that every other digit selects. */
function addRows(o: usize, table: usize, digits: usize): void {
  for (let i: usize = 0; i < 32; i++) {
    selectAffine(entryScratch, table + 8 * AFFINE * i, load<i8>(digits + 2 * i))
    point.addAffine(o, o, entryScratch, true)
  }
}

/** Fills a table of 1 .. 8 times p, cached. */
export function multiples(table: usize, p: usize): void {
  const from = mark()
  const sum = alloc(POINT)
  point.cache(table, p)
  point.double(sum, p, true)
  point.cache(table + POINT, sum)
  for (let i: usize = 2; i < 8; i++) {
    point.add(sum, sum, table, true)
    point.cache(table + POINT * i, sum)
  }
  release(from)
}

/** o = s·p for any 32 bytes s, not reduced mod l: p may have torsion. */
export function multiply(o: usize, s: usize, p: usize): void {
  recode(digitScratch, s)
  multiplyDigits(o, digitScratch, p)
}

/** o = the number with these digits times p. For one scalar and many points. */
export function multiplyDigits(o: usize, digits: usize, p: usize): void {
  const from = mark()
  const table = alloc(8 * POINT)
  multiples(table, p)
  point.identity(o)
  for (let i = DIGITS - 1; i >= 0; i--) {
    if (i !== DIGITS - 1) point.doubleTimes(o, o, 4)
    selectCached(entryScratch, table, load<i8>(digits + <usize>i))
    point.add(o, o, entryScratch, i === 0)
  }
  release(from)
}
