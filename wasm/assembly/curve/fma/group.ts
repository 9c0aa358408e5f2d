/**
 * Points whose four coordinates are multiplied together, in the lanes of vectors.
 *
 * A point is two halves of five vectors: X and Y, then T and Z. A cached one is Y - X and Y + X, then 2dT and 2Z. So
 * each step of the formulas, four products, takes as long as two products of a vector.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1, 3.3 and 4.2
 * @module
 */
import { limb, next, wrap } from '../../../fma/carry.ts'
import * as column from '../../../fma/columns.ts'
import {
  BALANCED,
  FE as HALF,
  SQUARE,
  TWO_LOOSE_PRODUCTS,
  TWO_PRODUCTS,
  TWO_SQUARES,
  initialize as initializeField,
  settle,
} from '../../../fma/field.ts'
import { vectorScratch } from '../../memory.ts'
import { twiceD } from '../curve.ts'
import * as field from '../field.ts'

const first: usize = vectorScratch
const second: usize = vectorScratch + HALF
/** Columns: A and B, then C and D of an addition, or D and C of a doubling. */
const ab: usize = vectorScratch + 2 * HALF
const cd: usize = vectorScratch + 3 * HALF
/** E and F, or E and G of a difference; H and G, or H and F. */
const differences: usize = vectorScratch + 4 * HALF
const sums: usize = vectorScratch + 5 * HALF

/** What carries add to the columns of E and F, and of H and G. @see ../../../fma/field.ts */
const biases: usize = memory.data(3 * 80, 16)
const squareDifferences: usize = biases
const squareSums: usize = biases + HALF
const productSums: usize = biases + 2 * HALF
/** 2d and 2: a cached point is made with it. */
const cacheFactors: usize = memory.data(80, 16)

export function initialize(): void {
  memory.fill(first, 0, HALF)
  initializeField(first)
  for (let i: usize = 0; i < HALF; i += 16) {
    setLanes(squareDifferences + i, SQUARE + i, TWO_SQUARES + i)
    setLanes(squareSums + i, TWO_SQUARES + i, BALANCED + i)
    setLanes(productSums + i, TWO_LOOSE_PRODUCTS + i, TWO_PRODUCTS + i)
  }
  field.small(ab, 2)
  packHalf(cacheFactors, twiceD, ab)
}

function setLanes(o: usize, lane0: usize, lane1: usize): void {
  v128.store(o, v128.shuffle<u64>(v128.load(lane0), v128.load(lane1), 0, 3))
}

/** o = the point with these coordinates. */
export function pack(o: usize, x: usize, y: usize, z: usize, t: usize): void {
  packHalf(o, x, y)
  packHalf(o + HALF, t, z)
}

/** o = f and g, each from limbs of 26 and 25 bits, which may be loose. */
export function packHalf(o: usize, f: usize, g: usize): void {
  for (let i: usize = 0; i < HALF / 2; i += 8) {
    store<f64>(o + 2 * i, joined(f + i))
    store<f64>(o + 2 * i, joined(g + i), 8)
  }
  settle(o, o)
}

function joined(pair: usize): f64 {
  return <f64>load<i32>(pair) + 67108864 * <f64>load<i32>(pair, 4)
}

/** o = coordinate X, Y or Z (0, 1 or 2) of p, in limbs of 26 and 25 bits. */
export function unpack(o: usize, p: usize, which: usize): void {
  unpackLane(o, which === 2 ? p + HALF + 8 : p + 8 * which)
}

/** o = the element of one lane, in limbs of 26 and 25 bits. @param lane - Address of its first limb. */
export function unpackLane(o: usize, lane: usize): void {
  for (let i: usize = 0; i < HALF / 2; i += 8) {
    const both = <i64>load<f64>(lane + 2 * i)
    const upper = (both + (1 << 25)) >> 26
    store<i32>(o + i, <i32>(both - (upper << 26)))
    store<i32>(o + i, <i32>upper, 4)
  }
}

export function identity(o: usize): void {
  memory.fill(o, 0, 2 * HALF)
  store<f64>(o, 1, 8)
  store<f64>(o + HALF, 1, 8)
}

/** o = 2·p. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize): void {
  for (let i: usize = 0; i < HALF; i += 16) {
    const xy = v128.load(p + i)
    const sum = f64x2.add(xy, swap(xy))
    v128.store(first + i, v128.shuffle<f64>(sum, v128.load(p + i, HALF), 0, 3))
  }
  settle(first, first)
  column.square<column.Columns>(ab, p)
  column.square<column.Columns>(cd, first)
  let ef = i64x2.splat(0)
  let hg = ef
  for (let i: usize = 0; i < HALF; i += 16) {
    const squares = v128.load(ab + i)
    const a = v128.shuffle<u64>(squares, squares, 0, 0)
    const b = v128.shuffle<u64>(squares, squares, 1, 1)
    const dc = v128.load(cd + i)
    // H = A + B, G = A - B, E = H - D, F = G + 2C
    const hgColumn = v128.shuffle<u64>(i64x2.add(a, b), i64x2.sub(a, b), 0, 2)
    const efColumn = i64x2.add(
      i64x2.sub(hgColumn, v128.and(dc, i64x2(-1, 0))),
      v128.and(i64x2.add(dc, dc), i64x2(0, -1)),
    )
    ef = next(ef, efColumn, squareDifferences + i)
    hg = next(hg, hgColumn, squareSums + i)
    v128.store(differences + i, limb(ef))
    v128.store(sums + i, limb(hg))
  }
  wrap(differences, ef)
  wrap(sums, hg)
  completeSum(o)
}

/** o = p + q of a cached q. */
export function add(o: usize, p: usize, q: usize): void {
  halves(p)
  column.looseProduct(ab, first, q)
  column.product<column.Columns>(cd, p + HALF, q + HALF)
  combine()
  completeSum(o)
}

/** o = p - q of a cached q: its halves are exchanged, and C has the other sign, which exchanges F and G. */
export function sub(o: usize, p: usize, q: usize): void {
  halves(p)
  for (let i: usize = 0; i < HALF; i += 16) v128.store(second + i, swap(v128.load(q + i)))
  column.looseProduct(ab, first, second)
  column.product<column.Columns>(cd, p + HALF, q + HALF)
  combine()
  completeDifference(o)
}

/** first = Y - X and Y + X, loose. */
function halves(p: usize): void {
  for (let i: usize = 0; i < HALF; i += 16) {
    const xy = v128.load(p + i)
    v128.store(first + i, f64x2.add(swap(xy), v128.xor(xy, f64x2(-0.0, 0))))
  }
}

/** B - A and D - C; B + A and D + C. */
function combine(): void {
  let difference = i64x2.splat(0)
  let sum = difference
  for (let i: usize = 0; i < HALF; i += 16) {
    const firsts = v128.load(ab + i)
    const seconds = v128.load(cd + i)
    const ac = v128.shuffle<u64>(firsts, seconds, 0, 2)
    const bd = v128.shuffle<u64>(firsts, seconds, 1, 3)
    difference = next(difference, i64x2.sub(bd, ac), BALANCED + i)
    sum = next(sum, i64x2.add(bd, ac), productSums + i)
    v128.store(differences + i, limb(difference))
    v128.store(sums + i, limb(sum))
  }
  wrap(differences, difference)
  wrap(sums, sum)
}

/** X = E·F, Y = H·G, T = E·H, Z = F·G, of E and F, H and G. */
function completeSum(o: usize): void {
  for (let i: usize = 0; i < HALF; i += 16) {
    const ef = v128.load(differences + i)
    const hg = v128.load(sums + i)
    v128.store(first + i, v128.shuffle<f64>(ef, hg, 0, 2))
    v128.store(second + i, v128.shuffle<f64>(ef, hg, 1, 3))
  }
  column.product<column.Limbs>(o, first, second)
  column.product<column.Limbs>(o + HALF, differences, sums)
}

/** X = E·F, Y = G·H, T = E·H, Z = G·F, of E and G, H and F. */
function completeDifference(o: usize): void {
  for (let i: usize = 0; i < HALF; i += 16) v128.store(first + i, swap(v128.load(sums + i)))
  column.product<column.Limbs>(o, differences, first)
  column.product<column.Limbs>(o + HALF, differences, sums)
}

/** o = the cached form of p. */
export function cache(o: usize, p: usize): void {
  halves(p)
  settle(o, first)
  column.product<column.Limbs>(o + HALF, p + HALF, cacheFactors)
}

/** o = -q of a cached q. */
export function negate(o: usize, q: usize): void {
  for (let i: usize = 0; i < HALF; i += 16) {
    v128.store(o + i, swap(v128.load(q + i)))
    v128.store(o + i, v128.xor(v128.load(q + i, HALF), f64x2(-0.0, 0)), HALF)
  }
}

/** o = q if `mask` is -1, p if it is 0. */
export function choose(o: usize, p: usize, q: usize, mask: i32): void {
  const bits = i64x2.splat(mask)
  for (let i: usize = 0; i < 2 * HALF; i += 16)
    v128.store(o + i, v128.bitselect(v128.load(q + i), v128.load(p + i), bits))
}

/** Negates a cached point in place if `mask` is -1. */
export function negateIf(q: usize, mask: i32): void {
  const bits = i64x2.splat(mask)
  const sign = v128.and(bits, f64x2(-0.0, 0))
  for (let i: usize = 0; i < HALF; i += 16) {
    const both = v128.load(q + i)
    v128.store(q + i, v128.bitselect(swap(both), both, bits))
    v128.store(q + i, v128.xor(v128.load(q + i, HALF), sign), HALF)
  }
}

function swap(lanes: v128): v128 {
  return v128.shuffle<f64>(lanes, lanes, 1, 0)
}
