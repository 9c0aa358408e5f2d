/**
 * The carry of columns, limb by limb from the lowest.
 *
 * The bits of an integer below 2^52, or-ed with those of 2^52, are a double 2^52 above it.
 *
 * @module
 */
import { BITS, LIMB_OFFSET, MASK, NINETEEN, TOP_OFFSET } from './field.ts'

/** The next column plus its bias and the carry of the column before. */
export function next(before: v128, column: v128, bias: usize): v128 {
  return i64x2.add(i64x2.add(column, v128.load(bias)), i64x2.shr_u(before, 51))
}

/** The limb of a column, without the carry. In one expression: so the compiler finds it short enough to inline. */
export function limb(column: v128): v128 {
  return f64x2.sub(
    v128.or(v128.and(column, v128.load(MASK)), v128.load(BITS)),
    v128.load(LIMB_OFFSET),
  )
}

/** Adds the carry of the last column to limb 0. */
export function wrap(o: usize, last: v128): void {
  const top = f64x2.sub(v128.or(i64x2.shr_u(last, 51), v128.load(BITS)), v128.load(TOP_OFFSET))
  v128.store(o, f64x2.relaxed_madd(top, v128.load(NINETEEN), v128.load(o)))
}
