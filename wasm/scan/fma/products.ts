/**
 * Products of field elements, carried: the columns of `columns.ts`, and the carry of `field.ts` at once.
 *
 * Written out, since engines would pass the columns from one to the other through memory.
 *
 * @module
 */
import { fold, high, low } from './columns.ts'
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

/** o = x·y, settled, of settled x and y. */
export function mul(o: usize, x: usize, y: usize): void {
  const x0 = v128.load(x)
  const x1 = v128.load(x, 16)
  const x2 = v128.load(x, 32)
  const x3 = v128.load(x, 48)
  const x4 = v128.load(x, 64)
  const y0 = v128.load(y)
  const y1 = v128.load(y, 16)
  const y2 = v128.load(y, 32)
  const y3 = v128.load(y, 48)
  const y4 = v128.load(y, 64)
  const round = v128.load(ROUND)
  const split = v128.load(SPLIT)
  let h = high(x0, y0, round)
  let a0 = low(x0, y0, split, h)
  let a1 = h
  h = high(x0, y1, round)
  let g = high(x1, y0, h)
  a1 = i64x2.add(a1, f64x2.add(low(x0, y1, split, h), low(x1, y0, h, g)))
  let a2 = g
  h = high(x0, y2, round)
  g = high(x1, y1, h)
  a2 = i64x2.add(a2, f64x2.add(low(x0, y2, split, h), low(x1, y1, h, g)))
  let a3 = g
  h = high(x2, y0, round)
  a2 = i64x2.add(a2, low(x2, y0, split, h))
  a3 = i64x2.add(a3, h)
  h = high(x0, y3, round)
  g = high(x1, y2, h)
  a3 = i64x2.add(a3, f64x2.add(low(x0, y3, split, h), low(x1, y2, h, g)))
  let a4 = g
  h = high(x2, y1, round)
  g = high(x3, y0, h)
  a3 = i64x2.add(a3, f64x2.add(low(x2, y1, split, h), low(x3, y0, h, g)))
  a4 = i64x2.add(a4, g)
  h = high(x0, y4, round)
  g = high(x1, y3, h)
  a4 = i64x2.add(a4, f64x2.add(low(x0, y4, split, h), low(x1, y3, h, g)))
  let a5 = g
  h = high(x2, y2, round)
  g = high(x3, y1, h)
  a4 = i64x2.add(a4, f64x2.add(low(x2, y2, split, h), low(x3, y1, h, g)))
  a5 = i64x2.add(a5, g)
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
}

/** o = x², settled, of a settled x. */
export function sq(o: usize, x: usize): void {
  const x0 = v128.load(x)
  const x1 = v128.load(x, 16)
  const x2 = v128.load(x, 32)
  const x3 = v128.load(x, 48)
  const x4 = v128.load(x, 64)
  const d0 = f64x2.add(x0, x0)
  const d1 = f64x2.add(x1, x1)
  const d2 = f64x2.add(x2, x2)
  const d3 = f64x2.add(x3, x3)
  const round = v128.load(ROUND)
  const split = v128.load(SPLIT)
  let h = high(x0, x0, round)
  let a0 = low(x0, x0, split, h)
  let a1 = h
  h = high(x1, d0, round)
  a1 = i64x2.add(a1, low(x1, d0, split, h))
  let a2 = h
  h = high(x2, d0, round)
  let g = high(x1, x1, h)
  a2 = i64x2.add(a2, f64x2.add(low(x2, d0, split, h), low(x1, x1, h, g)))
  let a3 = g
  h = high(x3, d0, round)
  a3 = i64x2.add(a3, low(x3, d0, split, h))
  let a4 = h
  h = high(x2, d1, round)
  a3 = i64x2.add(a3, low(x2, d1, split, h))
  a4 = i64x2.add(a4, h)
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
  h = high(x3, d2, round)
  a5 = i64x2.add(a5, low(x3, d2, split, h))
  a6 = i64x2.add(a6, h)
  a0 = fold(a0, a5)
  h = high(x4, d2, round)
  g = high(x3, x3, h)
  a6 = i64x2.add(a6, f64x2.add(low(x4, d2, split, h), low(x3, x3, h, g)))
  let a7 = g
  a1 = fold(a1, a6)
  h = high(x4, d3, round)
  a7 = i64x2.add(a7, low(x4, d3, split, h))
  let a8 = h
  a2 = fold(a2, a7)
  h = high(x4, x4, round)
  a8 = i64x2.add(a8, low(x4, x4, split, h))
  let a9 = h
  a3 = fold(a3, a8)
  a4 = fold(a4, a9)
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
}
