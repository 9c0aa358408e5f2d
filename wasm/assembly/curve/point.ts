/**
 * Points of the curve in extended coordinates, their sums, and their 32-byte encoding.
 *
 * A point is X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z. An addend is *cached*
 * (Y + X, Y - X, 2Z, 2dT), or *affine*, the same with Z = 1. The formulas are
 * complete: they hold for every pair of points, equal ones, the identity and torsion included.
 *
 * The compiler selects how they lie in memory: with relaxed SIMD as in `fma/`, without it as in `plain/`.
 *
 * @module
 */
import { d, rootOfMinusOne } from './curve.ts'
import { fromBytes, isNegative, isNonZero, toBytes } from './field-bytes.ts'
import { invert, rootOfRatio, rootsOfRatios } from './field-power.ts'
import * as field from './field.ts'
import * as fma from './fma/group.ts'
import * as plain from './plain/group.ts'
import { FE as PAIR } from '../../fma/field.ts'
import { FE, POINT, alloc, mark, pointScratch, release } from '../memory.ts'

/** Coordinates of a point, for {@link coordinate}. */
const X: usize = 0
const Y: usize = 1
export const Z: usize = 2

const a: usize = pointScratch
const b: usize = pointScratch + FE
const c: usize = pointScratch + 2 * FE
const e: usize = pointScratch + 3 * FE
/** What a decoding computes: y, u, v and the root x of u/v. */
const DECODING: usize = 4 * FE
const decoding: usize = pointScratch + 7 * FE
const one: usize = pointScratch + 11 * FE

export function initialize(): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.initialize()
}

/** The address of a coordinate, which may have been computed to `o`. */
export function coordinate(o: usize, p: usize, which: usize): usize {
  if (!ASC_FEATURE_RELAXED_SIMD) return p + FE * which
  fma.unpack(o, p, which)
  return o
}

/** o = the point with these coordinates, which may be loose. */
export function pack(o: usize, x: usize, y: usize, z: usize, t: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.pack(o, x, y, z, t)
  else plain.pack(o, x, y, z, t)
}

export function identity(o: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.identity(o)
  else plain.identity(o)
}

export function copy(o: usize, p: usize): void {
  for (let i: usize = 0; i < POINT; i += FE) field.copy(o + i, p + i)
}

/** o = 2·p; T is computed only if `withT`, or at no cost. */
export function double(o: usize, p: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.double(o, p)
  else plain.double(o, p, withT)
}

/** o = 2^n·p with T. */
export function doubleTimes(o: usize, p: usize, n: i32): void {
  double(o, p, n === 1)
  for (; n > 1; n--) double(o, o, n === 2)
}

/** o = p + q of a cached q. */
export function add(o: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.add(o, p, q)
  else plain.add(o, p, q, withT)
}

/** o = p - q of a cached q. */
export function sub(o: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.sub(o, p, q)
  else plain.sub(o, p, q, withT)
}

/** o = p + q of an affine q. */
export function addAffine(o: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.add(o, p, q)
  else plain.addAffine(o, p, q, withT)
}

/** o = p - q of an affine q. */
export function subAffine(o: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.sub(o, p, q)
  else plain.subAffine(o, p, q, withT)
}

/** o = the cached form of p. */
export function cache(o: usize, p: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.cache(o, p)
  else plain.cache(o, p)
}

/** o = the affine form of p, whose Z is 1. */
export function affine(o: usize, p: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.cache(o, p)
  else plain.affine(o, p)
}

/** o = -q of an affine q. */
export function negateAffine(o: usize, q: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.negate(o, q)
  else plain.negateAffine(o, q)
}

/** o = the affine q if `mask` is -1, the affine p if it is 0. */
export function chooseAffine(o: usize, p: usize, q: usize, mask: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.choose(o, p, q, mask)
  else plain.chooseAffine(o, p, q, mask)
}

/** Negates a cached point in place if `mask` is -1. */
export function negateCachedIf(q: usize, mask: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.negateIf(q, mask)
  else plain.negateCachedIf(q, mask)
}

/** Negates an affine point in place if `mask` is -1. */
export function negateAffineIf(q: usize, mask: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.negateIf(q, mask)
  else plain.negateAffineIf(q, mask)
}

/** Compresses p, whose 1/Z is given: y, and in the topmost bit the parity of x. */
export function encodeWith(bytes: usize, p: usize, inverseOfZ: usize): void {
  field.mul(a, coordinate(a, p, X), inverseOfZ)
  field.mul(b, coordinate(b, p, Y), inverseOfZ)
  const sign = <u64>isNegative(a)
  toBytes(bytes, b)
  store<u64>(bytes, load<u64>(bytes, 24) | (sign << 63), 24)
}

export function encode(bytes: usize, p: usize): void {
  invert(e, coordinate(e, p, Z))
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
  if (!beginDecoding(decoding, bytes)) return 0
  rootOfRatio(decoding + 3 * FE, decoding + FE, decoding + 2 * FE)
  return endDecoding(o, decoding, bytes)
}

/**
 * Decodes two points; 0 if either encoding is invalid.
 *
 * The build with vectors computes both square roots together.
 */
export function decodeTwo(o1: usize, bytes1: usize, o2: usize, bytes2: usize): i32 {
  if (!ASC_FEATURE_RELAXED_SIMD) return decode(o1, bytes1) & decode(o2, bytes2)
  const from = mark()
  const first = alloc(2 * DECODING)
  const second = first + DECODING
  const u = alloc(2 * PAIR)
  const v = u + PAIR
  let fine = beginDecoding(first, bytes1) & beginDecoding(second, bytes2)
  if (fine) {
    fma.packHalf(u, first + FE, second + FE)
    fma.packHalf(v, first + 2 * FE, second + 2 * FE)
    rootsOfRatios(u, u, v)
    fma.unpackLane(first + 3 * FE, u)
    fma.unpackLane(second + 3 * FE, u + 8)
    fine = endDecoding(o1, first, bytes1) & endDecoding(o2, second, bytes2)
  }
  release(from)
  return fine
}

/** Computes y, u = y² - 1 and v = d·y² + 1 of x² = u/v; 0 if y is not below p. */
function beginDecoding(o: usize, bytes: usize): i32 {
  fromBytes(o, bytes)
  if (!isReduced(bytes, o)) return 0
  field.small(one, 1)
  field.sq(a, o)
  field.mul(b, a, d)
  field.sub(o + FE, a, one)
  field.add(o + 2 * FE, b, one)
  return 1
}

/** Writes the point whose x has the sign of the encoding; 0 if u/v has no square root. */
function endDecoding(o: usize, from: usize, bytes: usize): i32 {
  const y = from
  const u = from + FE
  const v = from + 2 * FE
  const x = from + 3 * FE
  field.sq(c, x)
  field.mul(c, c, v)
  field.sub(e, c, u)
  if (isNonZero(e)) {
    field.add(e, c, u)
    if (isNonZero(e)) return 0
    field.mul(x, x, rootOfMinusOne)
  }
  if (isNegative(x) !== <i32>(load<u8>(bytes, 31) >> 7)) {
    if (!isNonZero(x)) return 0
    field.neg(x, x)
  }
  field.mul(a, x, y)
  pack(o, x, y, one, a)
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
  field.sub(a, coordinate(a, p, Y), coordinate(b, p, Z))
  return (1 - isNonZero(coordinate(b, p, X))) & (1 - isNonZero(a))
}
