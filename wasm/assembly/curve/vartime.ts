/**
 * Sums of multiples in variable time. For public numbers only: verification, and decoys in signing.
 *
 * Straus's method over width-5 non-adjacent forms, width 8 for G, with a table of odd multiples.
 *
 * @module
 */
import { G } from './curve.ts'
import { AFFINE, POINT, alloc, mark, release } from '../memory.ts'
import { toAffineAll } from './normalize.ts'
import * as point from './point.ts'

/** Bytes of a table of 1, 3, .. 15 times a point, cached. */
export const ODD_MULTIPLES: usize = 8 * POINT
/** 1, 3, .. 127 times G, affine. */
const oddG: usize = memory.data(ASC_FEATURE_RELAXED_SIMD ? 64 * 160 : 64 * 120, 16)
/** Bytes of a non-adjacent form. */
export const FORM: usize = 272

export function initialize(): void {
  const from = mark()
  const points = alloc(64 * POINT)
  const cached = alloc(POINT)
  point.decode(points, G)
  point.double(cached, points, true)
  point.cache(cached, cached)
  for (let i: usize = 1; i < 64; i++)
    point.add(points + POINT * i, points + POINT * (i - 1), cached, true)
  toAffineAll(oddG, points, 64)
  release(from)
}

/** Fills a table of the odd multiples of p. */
export function oddMultiples(table: usize, p: usize): void {
  const from = mark()
  const sum = alloc(POINT)
  const twice = alloc(POINT)
  point.double(sum, p, true)
  point.cache(twice, sum)
  point.cache(table, p)
  point.copy(sum, p)
  for (let i: usize = 1; i < 8; i++) {
    point.add(sum, sum, twice, true)
    point.cache(table + POINT * i, sum)
  }
  release(from)
}

/** Writes the non-adjacent form of any 256-bit number: odd digits below 2^(width-1), zeros between. */
function nonAdjacentForm(form: usize, scalar: usize, width: u64): void {
  const size: u64 = 1 << width
  let w0 = load<u64>(scalar)
  let w1 = load<u64>(scalar, 8)
  let w2 = load<u64>(scalar, 16)
  let w3 = load<u64>(scalar, 24)
  let w4: u64 = 0
  memory.fill(form, 0, FORM)
  for (let i: usize = 0; i < 257; i++) {
    if (w0 & 1) {
      let digit = <i64>(w0 & (size - 1))
      w0 -= digit
      if (digit >= <i64>(size >> 1)) {
        digit -= size
        w0 += size
        // The number is w0 .. w4 minus the digit; w0 overflows to exactly 0.
        if (w0 === 0 && ++w1 === 0 && ++w2 === 0 && ++w3 === 0) w4 = 1
      }
      store<i8>(form + i, <i8>digit)
    }
    w0 = (w0 >> 1) | (w1 << 63)
    w1 = (w1 >> 1) | (w2 << 63)
    w2 = (w2 >> 1) | (w3 << 63)
    w3 = (w3 >> 1) | (w4 << 63)
    w4 = 0
  }
}

/** o = o + digit·P from P's odd multiples. */
function addOdd(o: usize, table: usize, digit: i32): void {
  if (digit > 0) point.add(o, o, table + POINT * <usize>(digit >> 1), true)
  else if (digit < 0) point.sub(o, o, table + POINT * <usize>(-digit >> 1), true)
}

function addOddG(o: usize, digit: i32): void {
  if (digit > 0) point.addAffine(o, o, oddG + AFFINE * <usize>(digit >> 1), true)
  else if (digit < 0) point.subAffine(o, o, oddG + AFFINE * <usize>(-digit >> 1), true)
}

/** Writes the forms of `count` scalars, for {@link sumOfForms}. */
export function nonAdjacentForms(forms: usize, scalars: usize, count: usize): void {
  for (let k: usize = 0; k < count; k++) nonAdjacentForm(forms + FORM * k, scalars + 32 * k, 5)
}

/** o = the sum of `count` multiples, with T: of scalars by their forms, of points by their odd multiples. */
export function sumOfForms(o: usize, forms: usize, tables: usize, count: usize): void {
  point.identity(o)
  for (let i: i32 = 256; i >= 0; i--) {
    const form = forms + <usize>i
    let digits: i32 = 0
    for (let k: usize = 0; k < count; k++) digits |= load<i8>(form + FORM * k)
    point.double(o, o, i === 0 || digits !== 0)
    if (digits === 0) continue
    for (let k: usize = 0; k < count; k++)
      addOdd(o, tables + ODD_MULTIPLES * k, load<i8>(form + FORM * k))
  }
}

/**
 * o = g·G + a·A + b·B + c·C, with T.
 *
 * @param g - Pointer to a scalar, as a, b and c; 0 leaves the term out.
 * @param A - Table of odd multiples, as B and C.
 */
export function combine(
  o: usize,
  g: usize,
  a: usize,
  A: usize,
  b: usize,
  B: usize,
  c: usize,
  C: usize,
): void {
  const from = mark()
  const forms = alloc(4 * FORM)
  memory.fill(forms, 0, 4 * FORM)
  if (g) nonAdjacentForm(forms, g, 8)
  if (a) nonAdjacentForm(forms + FORM, a, 5)
  if (b) nonAdjacentForm(forms + 2 * FORM, b, 5)
  if (c) nonAdjacentForm(forms + 3 * FORM, c, 5)
  point.identity(o)
  for (let i: i32 = 256; i >= 0; i--) {
    const form = forms + <usize>i
    const digitG = <i32>load<i8>(form)
    const digitA = <i32>load<i8>(form, 272)
    const digitB = <i32>load<i8>(form, 544)
    const digitC = <i32>load<i8>(form, 816)
    point.double(o, o, i === 0 || (digitG | digitA | digitB | digitC) !== 0)
    addOddG(o, digitG)
    addOdd(o, A, digitA)
    addOdd(o, B, digitB)
    addOdd(o, C, digitC)
  }
  release(from)
}
