/**
 * Products of field elements, in columns at 2^(51·k) or carried.
 *
 * Where both operands are settled, two products of a column share a sum: the second is rounded on top of the
 * first, so that h stays within 2^102 of R, and their two l are added as doubles, to at most 2^51, before the
 * integers are. Squares pair a product with a doubled limb and one without, 3·S² together.
 *
 * Columns 5 to 9 stand at 2^255 and above, and are added to 0 to 4 times 19.
 *
 * Everything is written out, the carry in both places: a function for it, which engines call through memory,
 * made the scan 15 % slower. The order of the lines is that of the machine code (`scripts/wasm.mjs`): each limb is
 * loaded where it is first used, and a column is summed as soon as its products are there.
 *
 * @module
 */
import {
  BITS,
  LIMB_OFFSET,
  MASK,
  NINETEEN,
  PRODUCT,
  ROUND,
  SPLIT,
  SQUARE,
  TOP_OFFSET,
} from './field.ts'

/** Form of a result, chosen at compile time by `isInteger`: columns as they are. */
export type Columns = f64
/** Form of a result: the limbs of settled elements, carried at once. */
export type Limbs = i32

/** h: x·y plus `from`, rounded to a multiple of 2^51. */
function high(x: v128, y: v128, from: v128): v128 {
  return f64x2.relaxed_madd(x, y, from)
}

/** l: the rounding error of h. */
function low(x: v128, y: v128, from: v128, h: v128): v128 {
  return f64x2.relaxed_madd(x, y, f64x2.sub(from, h))
}

/** a + 19·b by shifts: there is no vector multiplication of 64-bit integers on most processors. */
function fold(a: v128, b: v128): v128 {
  return i64x2.add(i64x2.add(a, b), i64x2.add(i64x2.shl(b, 1), i64x2.shl(b, 4)))
}

/** o = x·y in a form, of settled x and y. */
export function product<Form>(o: usize, x: usize, y: usize): void {
  const x0 = v128.load(x)
  const y0 = v128.load(y)
  const round = v128.load(ROUND)
  let h = high(x0, y0, round)
  const split = v128.load(SPLIT)
  let a0 = low(x0, y0, split, h)
  let a1 = h
  const y1 = v128.load(y, 16)
  h = high(x0, y1, round)
  const x1 = v128.load(x, 16)
  let g = high(x1, y0, h)
  a1 = i64x2.add(a1, f64x2.add(low(x0, y1, split, h), low(x1, y0, h, g)))
  let a2 = g
  const y2 = v128.load(y, 32)
  h = high(x0, y2, round)
  g = high(x1, y1, h)
  a2 = i64x2.add(a2, f64x2.add(low(x0, y2, split, h), low(x1, y1, h, g)))
  let a3 = g
  const x2 = v128.load(x, 32)
  h = high(x2, y0, round)
  a2 = i64x2.add(a2, low(x2, y0, split, h))
  a3 = i64x2.add(a3, h)
  const y3 = v128.load(y, 48)
  h = high(x0, y3, round)
  g = high(x1, y2, h)
  a3 = i64x2.add(a3, f64x2.add(low(x0, y3, split, h), low(x1, y2, h, g)))
  let a4 = g
  h = high(x2, y1, round)
  const x3 = v128.load(x, 48)
  g = high(x3, y0, h)
  a3 = i64x2.add(a3, f64x2.add(low(x2, y1, split, h), low(x3, y0, h, g)))
  a4 = i64x2.add(a4, g)
  const y4 = v128.load(y, 64)
  h = high(x0, y4, round)
  g = high(x1, y3, h)
  a4 = i64x2.add(a4, f64x2.add(low(x0, y4, split, h), low(x1, y3, h, g)))
  let a5 = g
  h = high(x2, y2, round)
  g = high(x3, y1, h)
  a4 = i64x2.add(a4, f64x2.add(low(x2, y2, split, h), low(x3, y1, h, g)))
  a5 = i64x2.add(a5, g)
  const x4 = v128.load(x, 64)
  h = high(x4, y0, round)
  a4 = i64x2.add(a4, low(x4, y0, split, h))
  a5 = i64x2.add(a5, h)
  h = high(x1, y4, round)
  g = high(x2, y3, h)
  a5 = i64x2.add(a5, f64x2.add(low(x1, y4, split, h), low(x2, y3, h, g)))
  let a6 = g
  h = high(x3, y2, round)
  g = high(x4, y1, h)
  a5 = i64x2.add(a5, f64x2.add(low(x3, y2, split, h), low(x4, y1, h, g)))
  a6 = i64x2.add(a6, g)
  a0 = fold(a0, a5)
  h = high(x2, y4, round)
  g = high(x3, y3, h)
  a6 = i64x2.add(a6, f64x2.add(low(x2, y4, split, h), low(x3, y3, h, g)))
  let a7 = g
  h = high(x4, y2, round)
  a6 = i64x2.add(a6, low(x4, y2, split, h))
  a7 = i64x2.add(a7, h)
  a1 = fold(a1, a6)
  h = high(x3, y4, round)
  g = high(x4, y3, h)
  a7 = i64x2.add(a7, f64x2.add(low(x3, y4, split, h), low(x4, y3, h, g)))
  let a8 = g
  a2 = fold(a2, a7)
  h = high(x4, y4, round)
  a8 = i64x2.add(a8, low(x4, y4, split, h))
  let a9 = h
  a3 = fold(a3, a8)
  a4 = fold(a4, a9)
  if (isInteger<Form>()) {
    const mask = v128.load(MASK)
    const bits = v128.load(BITS)
    const offset = v128.load(LIMB_OFFSET)
    a0 = i64x2.add(a0, v128.load(PRODUCT))
    a1 = i64x2.add(i64x2.add(a1, v128.load(PRODUCT, 16)), i64x2.shr_u(a0, 51))
    a2 = i64x2.add(i64x2.add(a2, v128.load(PRODUCT, 32)), i64x2.shr_u(a1, 51))
    a3 = i64x2.add(i64x2.add(a3, v128.load(PRODUCT, 48)), i64x2.shr_u(a2, 51))
    a4 = i64x2.add(i64x2.add(a4, v128.load(PRODUCT, 64)), i64x2.shr_u(a3, 51))
    const top = f64x2.sub(v128.or(i64x2.shr_u(a4, 51), bits), v128.load(TOP_OFFSET))
    const low0 = f64x2.sub(v128.or(v128.and(a0, mask), bits), offset)
    v128.store(o, f64x2.relaxed_madd(top, v128.load(NINETEEN), low0))
    v128.store(o, f64x2.sub(v128.or(v128.and(a1, mask), bits), offset), 16)
    v128.store(o, f64x2.sub(v128.or(v128.and(a2, mask), bits), offset), 32)
    v128.store(o, f64x2.sub(v128.or(v128.and(a3, mask), bits), offset), 48)
    v128.store(o, f64x2.sub(v128.or(v128.and(a4, mask), bits), offset), 64)
    return
  }
  v128.store(o, a0)
  v128.store(o, a1, 16)
  v128.store(o, a2, 32)
  v128.store(o, a3, 48)
  v128.store(o, a4, 64)
}

/** o = the columns of x·y, of a loose x and a settled y: each product has an h of its own. */
export function looseProduct(o: usize, x: usize, y: usize): void {
  const x0 = v128.load(x)
  const y0 = v128.load(y)
  const round = v128.load(ROUND)
  let h = high(x0, y0, round)
  const split = v128.load(SPLIT)
  let a0 = low(x0, y0, split, h)
  let a1 = h
  const y1 = v128.load(y, 16)
  h = high(x0, y1, round)
  a1 = i64x2.add(a1, low(x0, y1, split, h))
  let a2 = h
  const x1 = v128.load(x, 16)
  h = high(x1, y0, round)
  a1 = i64x2.add(a1, low(x1, y0, split, h))
  a2 = i64x2.add(a2, h)
  const y2 = v128.load(y, 32)
  h = high(x0, y2, round)
  a2 = i64x2.add(a2, low(x0, y2, split, h))
  let a3 = h
  h = high(x1, y1, round)
  a2 = i64x2.add(a2, low(x1, y1, split, h))
  a3 = i64x2.add(a3, h)
  const x2 = v128.load(x, 32)
  h = high(x2, y0, round)
  a2 = i64x2.add(a2, low(x2, y0, split, h))
  a3 = i64x2.add(a3, h)
  const y3 = v128.load(y, 48)
  h = high(x0, y3, round)
  a3 = i64x2.add(a3, low(x0, y3, split, h))
  let a4 = h
  h = high(x1, y2, round)
  a3 = i64x2.add(a3, low(x1, y2, split, h))
  a4 = i64x2.add(a4, h)
  h = high(x2, y1, round)
  a3 = i64x2.add(a3, low(x2, y1, split, h))
  a4 = i64x2.add(a4, h)
  const x3 = v128.load(x, 48)
  h = high(x3, y0, round)
  a3 = i64x2.add(a3, low(x3, y0, split, h))
  a4 = i64x2.add(a4, h)
  const y4 = v128.load(y, 64)
  h = high(x0, y4, round)
  a4 = i64x2.add(a4, low(x0, y4, split, h))
  let a5 = h
  h = high(x1, y3, round)
  a4 = i64x2.add(a4, low(x1, y3, split, h))
  a5 = i64x2.add(a5, h)
  h = high(x2, y2, round)
  a4 = i64x2.add(a4, low(x2, y2, split, h))
  a5 = i64x2.add(a5, h)
  h = high(x3, y1, round)
  a4 = i64x2.add(a4, low(x3, y1, split, h))
  a5 = i64x2.add(a5, h)
  const x4 = v128.load(x, 64)
  h = high(x4, y0, round)
  a4 = i64x2.add(a4, low(x4, y0, split, h))
  a5 = i64x2.add(a5, h)
  h = high(x1, y4, round)
  a5 = i64x2.add(a5, low(x1, y4, split, h))
  let a6 = h
  h = high(x2, y3, round)
  a5 = i64x2.add(a5, low(x2, y3, split, h))
  a6 = i64x2.add(a6, h)
  h = high(x3, y2, round)
  a5 = i64x2.add(a5, low(x3, y2, split, h))
  a6 = i64x2.add(a6, h)
  h = high(x4, y1, round)
  a5 = i64x2.add(a5, low(x4, y1, split, h))
  a6 = i64x2.add(a6, h)
  a0 = fold(a0, a5)
  h = high(x2, y4, round)
  a6 = i64x2.add(a6, low(x2, y4, split, h))
  let a7 = h
  h = high(x3, y3, round)
  a6 = i64x2.add(a6, low(x3, y3, split, h))
  a7 = i64x2.add(a7, h)
  h = high(x4, y2, round)
  a6 = i64x2.add(a6, low(x4, y2, split, h))
  a7 = i64x2.add(a7, h)
  a1 = fold(a1, a6)
  h = high(x3, y4, round)
  a7 = i64x2.add(a7, low(x3, y4, split, h))
  let a8 = h
  h = high(x4, y3, round)
  a7 = i64x2.add(a7, low(x4, y3, split, h))
  a8 = i64x2.add(a8, h)
  a2 = fold(a2, a7)
  h = high(x4, y4, round)
  a8 = i64x2.add(a8, low(x4, y4, split, h))
  let a9 = h
  a3 = fold(a3, a8)
  a4 = fold(a4, a9)
  v128.store(o, a0)
  v128.store(o, a1, 16)
  v128.store(o, a2, 32)
  v128.store(o, a3, 48)
  v128.store(o, a4, 64)
}

/** o = x² in a form, of a settled x. */
export function square<Form>(o: usize, x: usize): void {
  const x0 = v128.load(x)
  const round = v128.load(ROUND)
  let h = high(x0, x0, round)
  const split = v128.load(SPLIT)
  let a0 = low(x0, x0, split, h)
  let a1 = h
  const x1 = v128.load(x, 16)
  const d0 = f64x2.add(x0, x0)
  h = high(x1, d0, round)
  a1 = i64x2.add(a1, low(x1, d0, split, h))
  let a2 = h
  const x2 = v128.load(x, 32)
  h = high(x2, d0, round)
  let g = high(x1, x1, h)
  a2 = i64x2.add(a2, f64x2.add(low(x2, d0, split, h), low(x1, x1, h, g)))
  let a3 = g
  const x3 = v128.load(x, 48)
  h = high(x3, d0, round)
  a3 = i64x2.add(a3, low(x3, d0, split, h))
  let a4 = h
  const d1 = f64x2.add(x1, x1)
  h = high(x2, d1, round)
  a3 = i64x2.add(a3, low(x2, d1, split, h))
  a4 = i64x2.add(a4, h)
  const x4 = v128.load(x, 64)
  h = high(x4, d0, round)
  g = high(x2, x2, h)
  a4 = i64x2.add(a4, f64x2.add(low(x4, d0, split, h), low(x2, x2, h, g)))
  let a5 = g
  h = high(x3, d1, round)
  a4 = i64x2.add(a4, low(x3, d1, split, h))
  a5 = i64x2.add(a5, h)
  h = high(x4, d1, round)
  a5 = i64x2.add(a5, low(x4, d1, split, h))
  let a6 = h
  const d2 = f64x2.add(x2, x2)
  h = high(x3, d2, round)
  a5 = i64x2.add(a5, low(x3, d2, split, h))
  a6 = i64x2.add(a6, h)
  a0 = fold(a0, a5)
  h = high(x4, d2, round)
  g = high(x3, x3, h)
  a6 = i64x2.add(a6, f64x2.add(low(x4, d2, split, h), low(x3, x3, h, g)))
  let a7 = g
  a1 = fold(a1, a6)
  const d3 = f64x2.add(x3, x3)
  h = high(x4, d3, round)
  a7 = i64x2.add(a7, low(x4, d3, split, h))
  let a8 = h
  a2 = fold(a2, a7)
  h = high(x4, x4, round)
  a8 = i64x2.add(a8, low(x4, x4, split, h))
  let a9 = h
  a3 = fold(a3, a8)
  a4 = fold(a4, a9)
  if (isInteger<Form>()) {
    const mask = v128.load(MASK)
    const bits = v128.load(BITS)
    const offset = v128.load(LIMB_OFFSET)
    a0 = i64x2.add(a0, v128.load(SQUARE))
    a1 = i64x2.add(i64x2.add(a1, v128.load(SQUARE, 16)), i64x2.shr_u(a0, 51))
    a2 = i64x2.add(i64x2.add(a2, v128.load(SQUARE, 32)), i64x2.shr_u(a1, 51))
    a3 = i64x2.add(i64x2.add(a3, v128.load(SQUARE, 48)), i64x2.shr_u(a2, 51))
    a4 = i64x2.add(i64x2.add(a4, v128.load(SQUARE, 64)), i64x2.shr_u(a3, 51))
    const top = f64x2.sub(v128.or(i64x2.shr_u(a4, 51), bits), v128.load(TOP_OFFSET))
    const low0 = f64x2.sub(v128.or(v128.and(a0, mask), bits), offset)
    v128.store(o, f64x2.relaxed_madd(top, v128.load(NINETEEN), low0))
    v128.store(o, f64x2.sub(v128.or(v128.and(a1, mask), bits), offset), 16)
    v128.store(o, f64x2.sub(v128.or(v128.and(a2, mask), bits), offset), 32)
    v128.store(o, f64x2.sub(v128.or(v128.and(a3, mask), bits), offset), 48)
    v128.store(o, f64x2.sub(v128.or(v128.and(a4, mask), bits), offset), 64)
    return
  }
  v128.store(o, a0)
  v128.store(o, a1, 16)
  v128.store(o, a2, 32)
  v128.store(o, a3, 48)
  v128.store(o, a4, 64)
}
