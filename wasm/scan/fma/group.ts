/**
 * Doubling and addition of four points.
 *
 * The linear combinations of the formulas use columns before the carry: so every product has settled operands,
 * except the first two of an addition. The steps of the two halves alternate, since each has a long latency.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import * as column from '../../fma/columns.ts'
import { settledSum } from '../../fma/field.ts'
import { complete, e } from '../completion.ts'
import { add, sub } from '../field.ts'
import { FE, HALF, groupScratch } from '../layout.ts'
import { combineProducts, combineSquares } from './combine.ts'

/** Columns, four as for a point; their combinations are at {@link e}. */
const a: usize = groupScratch
const b: usize = groupScratch + FE
const c: usize = groupScratch + 2 * FE
const d: usize = groupScratch + 3 * FE

/** o = 2·p; T is computed only if `withT`. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize, withT: bool): void {
  settledSum(e, p, p + FE)
  settledSum(e + HALF, p + HALF, p + HALF + FE)
  squares(a, p)
  squares(b, p + FE)
  squares(c, p + 2 * FE)
  squares(d, e)
  combineSquares(e, a)
  combineSquares(e + HALF, a + HALF)
  complete(o, withT)
}

function squares(o: usize, x: usize): void {
  column.square<column.Columns>(o, x)
  column.square<column.Columns>(o + HALF, x + HALF)
}

/** o = p + q of a cached q; T is computed only if `withT`. */
export function addCached(o: usize, p: usize, q: usize, withT: bool): void {
  sub(e, p + FE, p)
  add(e + FE, p + FE, p)
  looseProducts(a, e, q + FE)
  looseProducts(b, e + FE, q)
  products(c, p + 3 * FE, q + 3 * FE)
  products(d, p + 2 * FE, q + 2 * FE)
  combineProducts(e, a)
  combineProducts(e + HALF, a + HALF)
  complete(o, withT)
}

function products(o: usize, x: usize, y: usize): void {
  column.product<column.Columns>(o, x, y)
  column.product<column.Columns>(o + HALF, x + HALF, y + HALF)
}

function looseProducts(o: usize, x: usize, y: usize): void {
  column.looseProduct(o, x, y)
  column.looseProduct(o + HALF, x + HALF, y + HALF)
}
