/**
 * Doubling and addition of four points.
 *
 * The last products have sums of settled elements as operands: E of three, F of four, G and H of two. So m·n is
 * at most twelve.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { complete, e } from '../completion.ts'
import { add, mul, sq, sub } from '../field.ts'
import { FE, HALF, groupScratch } from '../layout.ts'

const a: usize = groupScratch
const b: usize = groupScratch + FE
const c: usize = groupScratch + 2 * FE
const d: usize = groupScratch + 3 * FE

/** o = 2·p; T is computed only if `withT`. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize, withT: bool): void {
  sq(a, p)
  sq(b, p + FE)
  sq(c, p + 2 * FE)
  add(d, p, p + FE)
  sq(d, d)
  combineSquares(e, a)
  combineSquares(e + HALF, a + HALF)
  complete(o, withT)
}

/** o = p + q of a cached q; T is computed only if `withT`. */
export function addCached(o: usize, p: usize, q: usize, withT: bool): void {
  sub(a, p + FE, p)
  add(b, p + FE, p)
  mul(a, a, q + FE)
  mul(b, b, q)
  mul(c, p + 3 * FE, q + 3 * FE)
  mul(d, p + 2 * FE, q + 2 * FE)
  combineProducts(e, a)
  combineProducts(e + HALF, a + HALF)
  complete(o, withT)
}

/** Of the squares A, B, C, D at t: E = A + B - D, F = 2C + A - B, G = A - B, H = A + B at o. */
function combineSquares(o: usize, t: usize): void {
  for (let i: usize = 0; i < FE; i += 16) {
    const a = v128.load(t + i)
    const b = v128.load(t + i, FE)
    const c = v128.load(t + i, 2 * FE)
    const sum = f64x2.add(a, b)
    const difference = f64x2.sub(a, b)
    v128.store(o + i, f64x2.sub(sum, v128.load(t + i, 3 * FE)))
    v128.store(o + i, f64x2.add(f64x2.add(c, c), difference), FE)
    v128.store(o + i, difference, 2 * FE)
    v128.store(o + i, sum, 3 * FE)
  }
}

/** Of the products A, B, C, D at t: E = B - A, F = D - C, G = D + C, H = B + A at o. */
function combineProducts(o: usize, t: usize): void {
  for (let i: usize = 0; i < FE; i += 16) {
    const a = v128.load(t + i)
    const b = v128.load(t + i, FE)
    const c = v128.load(t + i, 2 * FE)
    const d = v128.load(t + i, 3 * FE)
    v128.store(o + i, f64x2.sub(b, a))
    v128.store(o + i, f64x2.sub(d, c), FE)
    v128.store(o + i, f64x2.add(d, c), 2 * FE)
    v128.store(o + i, f64x2.add(b, a), 3 * FE)
  }
}
