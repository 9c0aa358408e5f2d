/**
 * The linear combinations of columns in the point formulas, carried.
 *
 * E, F, G and H are computed together, limb by limb: their carries are independent, and the columns are read
 * once.
 *
 * @module
 */
import { limb, next, wrap } from '../../fma/carry.ts'
import {
  BALANCED,
  FE,
  SQUARE,
  TWO_LOOSE_PRODUCTS,
  TWO_PRODUCTS,
  TWO_SQUARES,
} from '../../fma/field.ts'

/** Kind of a combination, chosen at compile time by `isInteger`. */
type Squares = i32
type Products = f64

/** Of the squares A, B, C, D at t: E = A + B - D, F = 2C + A - B, G = A - B, H = A + B at o. */
export function combineSquares(o: usize, t: usize): void {
  combine<Squares>(o, t)
}

/** Of the products A, B, C, D at t, the first two loose: E = B - A, F = D - C, G = D + C, H = B + A at o. */
export function combineProducts(o: usize, t: usize): void {
  combine<Products>(o, t)
}

function combine<Kind>(o: usize, t: usize): void {
  let e = i64x2.splat(0)
  let f = e
  let g = e
  let h = e
  for (let i: usize = 0; i < FE; i += 16) {
    const a = v128.load(t + i)
    const b = v128.load(t + i, FE)
    const c = v128.load(t + i, 2 * FE)
    const d = v128.load(t + i, 3 * FE)
    if (isInteger<Kind>()) {
      const sum = i64x2.add(a, b)
      const difference = i64x2.sub(a, b)
      h = next(h, sum, TWO_SQUARES + i)
      g = next(g, difference, BALANCED + i)
      e = next(e, i64x2.sub(sum, d), SQUARE + i)
      f = next(f, i64x2.add(i64x2.add(c, c), difference), TWO_SQUARES + i)
    } else {
      e = next(e, i64x2.sub(b, a), BALANCED + i)
      f = next(f, i64x2.sub(d, c), BALANCED + i)
      g = next(g, i64x2.add(d, c), TWO_PRODUCTS + i)
      h = next(h, i64x2.add(b, a), TWO_LOOSE_PRODUCTS + i)
    }
    v128.store(o + i, limb(e))
    v128.store(o + i, limb(f), FE)
    v128.store(o + i, limb(g), 2 * FE)
    v128.store(o + i, limb(h), 3 * FE)
  }
  wrap(o, e)
  wrap(o + FE, f)
  wrap(o + 2 * FE, g)
  wrap(o + 3 * FE, h)
}
