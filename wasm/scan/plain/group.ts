/**
 * Doubling and addition of four points.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { add, mul, sq, sub } from '../field.ts'
import { FE, POINTS, groupScratch } from '../layout.ts'

const a: usize = groupScratch
const b: usize = groupScratch + FE
const c: usize = groupScratch + 2 * FE
const d: usize = groupScratch + 3 * FE
const e: usize = groupScratch + POINTS
const f: usize = groupScratch + POINTS + FE
const g: usize = groupScratch + POINTS + 2 * FE
const h: usize = groupScratch + POINTS + 3 * FE

/**
 * X = E·F, Y = G·H, Z = F·G, and T = E·H if something will be added to the points.
 *
 * The sums of settled elements that go in: E of three, F of four, G and H of two each. So no product has
 * more than twelve.
 */
function complete(o: usize, withT: bool): void {
  mul(o, e, f)
  mul(o + FE, g, h)
  mul(o + 2 * FE, f, g)
  if (withT) mul(o + 3 * FE, e, h)
}

/** o = 2·p; T is only made when `withT`. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize, withT: bool): void {
  sq(a, p)
  sq(b, p + FE)
  sq(c, p + 2 * FE)
  add(d, p, p + FE)
  sq(d, d)
  add(h, a, b)
  sub(g, a, b)
  sub(e, h, d)
  add(f, c, c)
  add(f, f, g)
  complete(o, withT)
}

/** o = p + q of a cached q; T is only made when `withT`. */
export function addCached(o: usize, p: usize, q: usize, withT: bool): void {
  sub(a, p + FE, p)
  add(b, p + FE, p)
  mul(a, a, q + FE)
  mul(b, b, q)
  mul(c, p + 3 * FE, q + 3 * FE)
  mul(d, p + 2 * FE, q + 2 * FE)
  sub(e, b, a)
  add(h, b, a)
  sub(f, d, c)
  add(g, d, c)
  complete(o, withT)
}
