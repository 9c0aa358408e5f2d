/**
 * Points of the curve, four at a time: in extended coordinates, and their 32-byte encoding.
 *
 * A point is X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z. An addend is *cached* (Y + X, Y - X, 2Z,
 * 2dT). The formulas are complete: they hold for every pair of points, equal ones, the identity and torsion
 * included. Coordinates are settled.
 *
 * @module
 */
import { d, one, rootOfMinusOne, twiceD } from './curve.ts'
import * as field from './field.ts'
import * as fma from './fma/group.ts'
import { FE, POINTS, codeScratch } from './layout.ts'
import * as plain from './plain/group.ts'
import { powerForRoot } from './power.ts'

const u: usize = codeScratch
const v: usize = codeScratch + FE
const v3: usize = codeScratch + 2 * FE
const w: usize = codeScratch + 3 * FE
const t: usize = codeScratch + POINTS
const difference: usize = codeScratch + POINTS + FE
const sum: usize = codeScratch + POINTS + 2 * FE
const bytes: usize = codeScratch + POINTS + 3 * FE

/** o = 2·p; T is computed only if `withT`. */
export function double(o: usize, p: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.double(o, p, withT)
  else plain.double(o, p, withT)
}

/** o = p + q of a cached q; T is computed only if `withT`. */
export function addCached(o: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.addCached(o, p, q, withT)
  else plain.addCached(o, p, q, withT)
}

/** o = 2^n·p, n at least 1; T is computed only if `withT`. */
export function doubleTimes(o: usize, p: usize, n: i32, withT: bool): void {
  double(o, p, withT && n === 1)
  for (; n > 1; n--) double(o, o, withT && n === 2)
}

export function identity(o: usize): void {
  field.small(o, 0)
  field.small(o + FE, 1)
  field.small(o + 2 * FE, 1)
  field.small(o + 3 * FE, 0)
}

function cachedIdentity(o: usize): void {
  field.small(o, 1)
  field.small(o + FE, 1)
  field.small(o + 2 * FE, 2)
  field.small(o + 3 * FE, 0)
}

/** o = the cached form of p; not written over p. */
export function cache(o: usize, p: usize): void {
  field.add(o, p + FE, p)
  field.settle(o, o)
  field.sub(o + FE, p + FE, p)
  field.settle(o + FE, o + FE)
  field.add(o + 2 * FE, p + 2 * FE, p + 2 * FE)
  field.settle(o + 2 * FE, o + 2 * FE)
  field.mul(o + 3 * FE, p + 3 * FE, twiceD)
}

/** o = the point of the cached form q, without T, with doubled coordinates. */
export function uncache(o: usize, q: usize): void {
  field.sub(o, q, q + FE)
  field.settle(o, o)
  field.add(o + FE, q, q + FE)
  field.settle(o + FE, o + FE)
  field.copy(o + 2 * FE, q + 2 * FE)
}

/**
 * Decodes four times 32 bytes, and writes to `valid` one byte each: whether they are a point.
 *
 * As monero, unlike some libraries: y must be below p, and x = 0 must not have the sign bit. Points of small
 * order are points. Invalid points become the identity. Branches on its input, which is public.
 *
 * @see monero src/crypto/crypto-ops.c ge_frombytes_vartime
 */
export function decode(o: usize, valid: usize, keys: usize): void {
  const y = o + FE
  for (let i: usize = 0; i < 4; i++) field.fromBytes(field.lane(y, i), keys + 32 * i)
  field.settle(y, y)
  field.copy(o + 2 * FE, one)
  field.sq(u, y)
  field.mul(v, u, d)
  field.sub(u, u, one) // u = y² - 1
  field.settle(u, u)
  field.add(v, v, one) // v = d·y² + 1
  field.settle(v, v)
  field.sq(v3, v)
  field.mul(v3, v3, v)
  field.sq(w, v3)
  field.mul(w, w, v)
  field.mul(w, w, u) // u·v^7
  powerForRoot(t, w)
  field.mul(t, t, v3)
  field.mul(o, t, u) // a root of u/v or of -u/v, if one of them is a square
  field.sq(w, o)
  field.mul(w, w, v)
  field.sub(difference, w, u)
  field.add(sum, w, u)
  field.mul(t, o, rootOfMinusOne)
  for (let i: usize = 0; i < 4; i++) {
    const fine = chooseRoot(o, i, keys + 32 * i)
    if (!fine) {
      field.smallLane(field.lane(o, i), 0)
      field.smallLane(field.lane(y, i), 1)
    }
    store<u8>(valid + i, fine ? 1 : 0)
  }
  field.mul(o + 3 * FE, o, y)
}

/** Makes lane i of o the root with the sign that the bytes encode; false if they are no point. */
function chooseRoot(o: usize, i: usize, key: usize): bool {
  const x = field.lane(o, i)
  if (!isReduced(key)) return false
  if (!isZero(field.lane(difference, i))) {
    if (!isZero(field.lane(sum, i))) return false
    field.copyLane(x, field.lane(t, i))
  }
  field.toBytes(bytes, x)
  if ((load<u8>(bytes) & 1) === load<u8>(key, 31) >> 7) return true
  field.negateLane(x)
  return !isZero(x)
}

/** Whether the 255 bits are a number below p. */
function isReduced(key: usize): bool {
  return (
    (load<u64>(key, 24) | 0x8000000000000000) !== u64.MAX_VALUE ||
    (load<u64>(key, 16) & load<u64>(key, 8)) !== u64.MAX_VALUE ||
    load<u64>(key) < 0xffffffffffffffed
  )
}

function isZero(x: usize): bool {
  field.toBytes(bytes, x)
  return (
    (load<u64>(bytes) | load<u64>(bytes, 8) | load<u64>(bytes, 16) | load<u64>(bytes, 24)) === 0
  )
}

/** Compresses four points whose 1/Z are given: y, and in the topmost bit the parity of x. */
export function encodeWith(o: usize, p: usize, inverseOfZ: usize): void {
  field.mul(u, p, inverseOfZ)
  field.mul(v, p + FE, inverseOfZ)
  for (let i: usize = 0; i < 4; i++) {
    const to = o + 32 * i
    field.toBytes(bytes, field.lane(u, i))
    field.toBytes(to, field.lane(v, i))
    store<u64>(to, load<u64>(to, 24) | (load<u64>(bytes) << 63), 24)
  }
}
