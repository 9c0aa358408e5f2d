/**
 * Multiples of -G, with one scalar per lane.
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import { minusG } from './curve.ts'
import * as field from './field.ts'
import * as group from './group.ts'
import { FE, HALF, LIMBS, POINTS, entryScratch } from './layout.ts'
import { invertZ } from './normalize.ts'
import { DIGITS, addIdentity, maskOf, negateIf, recode } from './window.ts'

/** Rows of the table, and multiples in each. */
const ROWS: usize = 32
const ROW: usize = 8
/** Bytes of one lane of a limb vector. */
const LANE: usize = 8 * LIMBS
/** Bytes of an entry: y + x, y - x, 2dxy, one lane of each. */
const ENTRY: usize = 3 * LANE

/** For i < 32 and j < 8: -(j + 1)·256^i·G. */
const table: usize = memory.data(ASC_FEATURE_RELAXED_SIMD ? 256 * 120 : 256 * 288, 16)

/** Fills the table. All lanes compute the same; one is stored. */
export function initialize(): void {
  const from = mark()
  const points = alloc(ROWS * ROW * POINTS)
  const base = alloc(POINTS)
  const cached = alloc(POINTS)
  for (let i: usize = 0; i < 4; i++) memory.copy(cached + 32 * i, minusG, 32)
  group.decode(base, cached + 128, cached)
  for (let i: usize = 0; i < ROWS * ROW; i += ROW) {
    const row = points + POINTS * i
    memory.copy(row, base, POINTS)
    group.cache(cached, base)
    for (let j = POINTS; j < ROW * POINTS; j += POINTS)
      group.addCached(row + j, row + j - POINTS, cached, true)
    group.doubleTimes(base, base, 8, true)
  }
  invertZ(points, ROWS * ROW)
  for (let i: usize = 0; i < ROWS * ROW; i++) writeEntry(table + ENTRY * i, points + POINTS * i)
  release(from)
}

/** Writes the affine form of p, whose T holds 1/Z. */
function writeEntry(entry: usize, p: usize): void {
  const inverseOfZ = p + 3 * FE
  field.mul(p, p, inverseOfZ)
  field.mul(p + FE, p + FE, inverseOfZ)
  field.mul(p + 3 * FE, p, p + FE)
  group.cache(entryScratch, p)
  for (let i: usize = 0; i < LANE; i += 8) {
    store<f64>(entry + i, load<f64>(entryScratch + 2 * i))
    store<f64>(entry + i + LANE, load<f64>(entryScratch + FE + 2 * i))
    store<f64>(entry + i + 2 * LANE, load<f64>(entryScratch + 3 * FE + 2 * i))
  }
}

/**
 * p = -n·G, without T, of four scalars; `digits` are theirs, {@link DIGITS} each.
 *
 * Sixteen times the sum of the odd digits, plus that of the even digits: this halves the rows of the table.
 */
export function multiplyMinusG(p: usize, digits: usize): void {
  group.identity(p)
  addRows(p, digits + 1)
  group.doubleTimes(p, p, 4, true)
  addRows(p, digits)
}

/** Adds the multiple of each row that every other digit selects. */
function addRows(p: usize, digits: usize): void {
  for (let i: usize = 0; i < ROWS; i++) {
    const row = table + ROW * ENTRY * i
    selectHalf(entryScratch, row, digits + 2 * i)
    selectHalf(entryScratch + HALF, row, digits + 2 * i + 2 * DIGITS)
    group.addCached(p, p, entryScratch, true)
  }
}

/** The entry of the digit at `digits` in the first lane, and of the one {@link DIGITS} after it in the second. */
function selectHalf(o: usize, row: usize, digits: usize): void {
  const first = <i32>load<i8>(digits)
  const second = <i32>load<i8>(digits + DIGITS)
  const negative = i64x2.replace_lane(i64x2.splat(<i64>(first >> 31)), 1, <i64>(second >> 31))
  const a = abs(first)
  const b = abs(second)
  const m1 = masks(a, b, 1)
  const m2 = masks(a, b, 2)
  const m3 = masks(a, b, 3)
  const m4 = masks(a, b, 4)
  const m5 = masks(a, b, 5)
  const m6 = masks(a, b, 6)
  const m7 = masks(a, b, 7)
  const m8 = masks(a, b, 8)
  for (let i: usize = 0; i < ENTRY; i += 8) {
    const entry = row + i
    let x = v128.and(v128.load64_splat(entry), m1)
    let y = v128.and(v128.load64_splat(entry, ENTRY), m2)
    x = v128.or(x, v128.and(v128.load64_splat(entry, 2 * ENTRY), m3))
    y = v128.or(y, v128.and(v128.load64_splat(entry, 3 * ENTRY), m4))
    x = v128.or(x, v128.and(v128.load64_splat(entry, 4 * ENTRY), m5))
    y = v128.or(y, v128.and(v128.load64_splat(entry, 5 * ENTRY), m6))
    x = v128.or(x, v128.and(v128.load64_splat(entry, 6 * ENTRY), m7))
    y = v128.or(y, v128.and(v128.load64_splat(entry, 7 * ENTRY), m8))
    // 2Z is between the second and the third.
    v128.store(o + 2 * i + (i < 2 * LANE ? 0 : FE), v128.or(x, y))
  }
  addIdentity(o, masks(a, b, 0))
  // Z is 1.
  for (let i: usize = 0; i < FE; i += 16) v128.store(o + 2 * FE + i, f64x2.splat(i === 0 ? 2 : 0))
  negateIf(o, negative)
}

function abs(digit: i32): i32 {
  const negative = digit >> 31
  return (digit ^ negative) - negative
}

function masks(a: i32, b: i32, j: i32): v128 {
  return i64x2.replace_lane(i64x2.splat(maskOf(a, j)), 1, maskOf(b, j))
}
