/**
 * Points as four coordinates one after another: X, Y, Z, T. Cached points are Y + X, Y - X, 2Z, 2dT; affine ones
 * have no third.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { FE, pointScratch } from '../../memory.ts'
import { twiceD } from '../curve.ts'
import * as field from '../field.ts'

const a: usize = pointScratch
const b: usize = pointScratch + FE
const c: usize = pointScratch + 2 * FE
const e: usize = pointScratch + 3 * FE
const f: usize = pointScratch + 4 * FE
const g: usize = pointScratch + 5 * FE
const h: usize = pointScratch + 6 * FE

/** o = the point with these coordinates. */
export function pack(o: usize, x: usize, y: usize, z: usize, t: usize): void {
  field.copy(o, x)
  field.copy(o + FE, y)
  field.copy(o + 2 * FE, z)
  field.copy(o + 3 * FE, t)
}

export function identity(o: usize): void {
  field.small(o, 0)
  field.small(o + FE, 1)
  field.small(o + 2 * FE, 1)
  field.small(o + 3 * FE, 0)
}

export function cachedIdentity(o: usize): void {
  field.small(o, 1)
  field.small(o + FE, 1)
  field.small(o + 2 * FE, 2)
  field.small(o + 3 * FE, 0)
}

export function affineIdentity(o: usize): void {
  field.small(o, 1)
  field.small(o + FE, 1)
  field.small(o + 2 * FE, 0)
}

/** X = E·F, Y = G·H, Z = F·G, and T = E·H if an addition follows. */
function complete(o: usize, withT: bool): void {
  field.mul(o, e, f)
  field.mul(o + FE, g, h)
  field.mul(o + 2 * FE, f, g)
  if (withT) field.mul(o + 3 * FE, e, h)
}

/** o = 2·p; T is computed only if `withT`. E, F, G, H all have the sign opposite to the paper's. */
export function double(o: usize, p: usize, withT: bool): void {
  field.sq(a, p)
  field.sq(b, p + FE)
  field.sqTwice(c, p + 2 * FE)
  field.add(e, p, p + FE)
  field.sq(e, e)
  field.add(h, a, b)
  field.sub(g, a, b)
  field.sub(e, h, e)
  field.add(f, g, c)
  complete(o, withT)
}

/** o = p + q, or p - q if the caller swaps q's halves and F with G. */
function addHalves(p: usize, plus: usize, minus: usize, q2dT: usize): void {
  field.sub(a, p + FE, p)
  field.add(b, p + FE, p)
  field.mul(a, a, minus)
  field.mul(b, b, plus)
  field.mul(c, p + 3 * FE, q2dT)
  field.sub(e, b, a)
  field.add(h, b, a)
}

/** o = p + q of a cached q. */
export function add(o: usize, p: usize, q: usize, withT: bool): void {
  addHalves(p, q, q + FE, q + 3 * FE)
  field.mul(a, p + 2 * FE, q + 2 * FE)
  field.sub(f, a, c)
  field.add(g, a, c)
  complete(o, withT)
}

/** o = p - q of a cached q. */
export function sub(o: usize, p: usize, q: usize, withT: bool): void {
  addHalves(p, q + FE, q, q + 3 * FE)
  field.mul(a, p + 2 * FE, q + 2 * FE)
  field.add(f, a, c)
  field.sub(g, a, c)
  complete(o, withT)
}

/** o = p + q of an affine q. */
export function addAffine(o: usize, p: usize, q: usize, withT: bool): void {
  addHalves(p, q, q + FE, q + 2 * FE)
  field.add(a, p + 2 * FE, p + 2 * FE)
  field.sub(f, a, c)
  field.add(g, a, c)
  complete(o, withT)
}

/** o = p - q of an affine q. */
export function subAffine(o: usize, p: usize, q: usize, withT: bool): void {
  addHalves(p, q + FE, q, q + 2 * FE)
  field.add(a, p + 2 * FE, p + 2 * FE)
  field.add(f, a, c)
  field.sub(g, a, c)
  complete(o, withT)
}

/** o = the cached form of p. */
export function cache(o: usize, p: usize): void {
  field.add(a, p + FE, p)
  field.sub(b, p + FE, p)
  field.add(c, p + 2 * FE, p + 2 * FE)
  field.mul(o + 3 * FE, p + 3 * FE, twiceD)
  field.copy(o, a)
  field.copy(o + FE, b)
  field.copy(o + 2 * FE, c)
}

/** o = the affine form of p, whose Z is 1. */
export function affine(o: usize, p: usize): void {
  cache(o, p)
  field.copy(o + 2 * FE, o + 3 * FE)
}

/** o = the affine form of p, whose 1/Z is given. */
export function toAffine(o: usize, p: usize, inverseOfZ: usize): void {
  field.mul(a, p, inverseOfZ)
  field.mul(b, p + FE, inverseOfZ)
  field.add(o, b, a)
  field.sub(o + FE, b, a)
  field.mul(c, a, b)
  field.mul(o + 2 * FE, c, twiceD)
}

/** o = -q of an affine q. */
export function negateAffine(o: usize, q: usize): void {
  field.copy(a, q)
  field.copy(o, q + FE)
  field.copy(o + FE, a)
  field.neg(o + 2 * FE, q + 2 * FE)
}

/** o = the affine q if `mask` is -1, the affine p if it is 0. */
export function chooseAffine(o: usize, p: usize, q: usize, mask: i32): void {
  field.select(o, p, q, mask)
  field.select(o + FE, p + FE, q + FE, mask)
  field.select(o + 2 * FE, p + 2 * FE, q + 2 * FE, mask)
}

/** Negates a cached point in place if `mask` is -1. */
export function negateCachedIf(q: usize, mask: i32): void {
  field.swapIf(q, q + FE, mask)
  field.negateIf(q + 3 * FE, mask)
}

/** Negates an affine point in place if `mask` is -1. */
export function negateAffineIf(q: usize, mask: i32): void {
  field.swapIf(q, q + FE, mask)
  field.negateIf(q + 2 * FE, mask)
}
