/**
 * Points of the curve in extended coordinates, their sums, and their 32-byte encoding.
 *
 * A point is X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z. An addend is *cached*
 * (Y + X, Y - X, 2Z, 2dT), or *affine*, the same with Z = 1 and without the third. The formulas are
 * complete: they hold for every pair of points, equal ones, the identity and torsion included.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { d, rootOfMinusOne, twiceD } from './curve.ts'
import { fromBytes, isNegative, isNonZero, toBytes } from './field-bytes.ts'
import { invert, rootOfRatio } from './field-power.ts'
import * as field from './field.ts'
import { FE, POINT, pointScratch } from '../memory.ts'

const a: usize = pointScratch
const b: usize = pointScratch + FE
const c: usize = pointScratch + 2 * FE
const e: usize = pointScratch + 3 * FE
const f: usize = pointScratch + 4 * FE
const g: usize = pointScratch + 5 * FE
const h: usize = pointScratch + 6 * FE

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

export function copy(o: usize, p: usize): void {
  for (let i: usize = 0; i < POINT; i += FE) field.copy(o + i, p + i)
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

/** o = 2^n·p with T. */
export function doubleTimes(o: usize, p: usize, n: i32): void {
  double(o, p, n === 1)
  for (; n > 1; n--) double(o, o, n === 2)
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

/** o = the affine form of p, whose 1/Z is given. */
export function toAffine(o: usize, p: usize, inverseOfZ: usize): void {
  field.mul(a, p, inverseOfZ)
  field.mul(b, p + FE, inverseOfZ)
  field.add(o, b, a)
  field.sub(o + FE, b, a)
  field.mul(c, a, b)
  field.mul(o + 2 * FE, c, twiceD)
}

/** Compresses p, whose 1/Z is given: y, and in the topmost bit the parity of x. */
export function encodeWith(bytes: usize, p: usize, inverseOfZ: usize): void {
  field.mul(a, p, inverseOfZ)
  field.mul(b, p + FE, inverseOfZ)
  const sign = <u64>isNegative(a)
  toBytes(bytes, b)
  store<u64>(bytes, load<u64>(bytes, 24) | (sign << 63), 24)
}

export function encode(bytes: usize, p: usize): void {
  invert(e, p + 2 * FE)
  encodeWith(bytes, p, e)
}

/**
 * Decodes 32 bytes to a point; 0 if they are none.
 *
 * As monero, unlike some libraries: y must be below p, and x = 0 must not have the sign bit. Points of small
 * order are points. Branches on its input, which is public.
 *
 * @see monero src/crypto/crypto-ops.c ge_frombytes_vartime
 */
export function decode(o: usize, bytes: usize): i32 {
  const y = o + FE
  const sign = <i32>(load<u8>(bytes, 31) >> 7)
  fromBytes(y, bytes)
  if (!isReduced(bytes, y)) return 0
  field.small(o + 2 * FE, 1)
  field.sq(a, y)
  field.mul(b, a, d)
  field.sub(a, a, o + 2 * FE) // u = y² - 1
  field.add(b, b, o + 2 * FE) // v = d·y² + 1
  rootOfRatio(o, a, b)
  field.sq(c, o)
  field.mul(c, c, b)
  field.sub(e, c, a)
  if (isNonZero(e)) {
    field.add(e, c, a)
    if (isNonZero(e)) return 0
    field.mul(o, o, rootOfMinusOne)
  }
  if (isNegative(o) !== sign) {
    if (!isNonZero(o)) return 0
    field.neg(o, o)
  }
  field.mul(o + 3 * FE, o, y)
  return 1
}

/** Whether the 255 bits are the canonical form of the element read from them. */
function isReduced(bytes: usize, element: usize): bool {
  toBytes(e, element)
  return (
    load<u64>(e) === load<u64>(bytes) &&
    load<u64>(e, 8) === load<u64>(bytes, 8) &&
    load<u64>(e, 16) === load<u64>(bytes, 16) &&
    load<u64>(e, 24) === (load<u64>(bytes, 24) & 0x7fffffffffffffff)
  )
}

/** 1 if p is the identity: X = 0 and Y = Z. */
export function isIdentity(p: usize): i32 {
  field.sub(a, p + FE, p + 2 * FE)
  return (1 - isNonZero(p)) & (1 - isNonZero(a))
}

/** Negates a cached (or affine) entry in place if `mask` is -1; `last` is the offset of its 2dT. */
export function negateEntryIf(q: usize, last: usize, mask: i32): void {
  field.swapIf(q, q + FE, mask)
  field.negateIf(q + last, mask)
}
