/**
 * Doubling and addition of four points.
 *
 * The linear combinations of the formulas are formed of columns, before these are carried: so every product
 * has settled operands, but for the first two of an addition. The steps of the two halves take turns, since
 * each waits long for its own results.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { add, copy, mul, sub } from '../field.ts'
import { FE, HALF, POINTS, groupScratch } from '../layout.ts'
import * as fma from './field.ts'
import { looseProduct, product, square } from './columns.ts'

const a: usize = groupScratch
const b: usize = groupScratch + FE
const c: usize = groupScratch + 2 * FE
const d: usize = groupScratch + 3 * FE
const e: usize = groupScratch + POINTS
const f: usize = groupScratch + POINTS + FE
const g: usize = groupScratch + POINTS + 2 * FE
const h: usize = groupScratch + POINTS + 3 * FE

/** X = E·F, Y = G·H, Z = F·G, and T = E·H if something will be added to the points. */
function complete(o: usize, withT: bool): void {
  mul(o, e, f)
  mul(o + FE, g, h)
  mul(o + 2 * FE, f, g)
  if (withT) mul(o + 3 * FE, e, h)
}

/** o = 2·p; T is only made when `withT`. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize, withT: bool): void {
  squares(a, p)
  squares(b, p + FE)
  squares(c, p + 2 * FE)
  fma.settledSum(d, p, p + FE)
  fma.settledSum(d + HALF, p + HALF, p + HALF + FE)
  squares(d, d)
  fma.carrySum(h, fma.TWO_SQUARES, a, b)
  fma.carrySum(h + HALF, fma.TWO_SQUARES, a + HALF, b + HALF)
  fma.carryDifference(g, fma.BALANCED, a, b)
  fma.carryDifference(g + HALF, fma.BALANCED, a + HALF, b + HALF)
  fma.carryThree(e, fma.SQUARE, a, b, d)
  fma.carryThree(e + HALF, fma.SQUARE, a + HALF, b + HALF, d + HALF)
  fma.carryTwice(f, fma.TWO_SQUARES, c, a, b)
  fma.carryTwice(f + HALF, fma.TWO_SQUARES, c + HALF, a + HALF, b + HALF)
  complete(o, withT)
}

function squares(o: usize, x: usize): void {
  square(o, x)
  square(o + HALF, x + HALF)
}

/** o = p + q of a cached q. */
export function addCached(o: usize, p: usize, q: usize, withT: bool): void {
  sub(e, p + FE, p)
  add(f, p + FE, p)
  looseProducts(a, e, q + FE)
  looseProducts(b, f, q)
  products(c, p + 3 * FE, q + 3 * FE)
  products(d, p + 2 * FE, q + 2 * FE)
  fma.carryDifference(e, fma.BALANCED, b, a)
  fma.carryDifference(e + HALF, fma.BALANCED, b + HALF, a + HALF)
  fma.carrySum(h, fma.TWO_LOOSE_PRODUCTS, b, a)
  fma.carrySum(h + HALF, fma.TWO_LOOSE_PRODUCTS, b + HALF, a + HALF)
  fma.carryDifference(f, fma.BALANCED, d, c)
  fma.carryDifference(f + HALF, fma.BALANCED, d + HALF, c + HALF)
  fma.carrySum(g, fma.TWO_PRODUCTS, d, c)
  fma.carrySum(g + HALF, fma.TWO_PRODUCTS, d + HALF, c + HALF)
  complete(o, withT)
}

function products(o: usize, x: usize, y: usize): void {
  product(o, x, y)
  product(o + HALF, x + HALF, y + HALF)
}

function looseProducts(o: usize, x: usize, y: usize): void {
  looseProduct(o, x, y)
  looseProduct(o + HALF, x + HALF, y + HALF)
}
