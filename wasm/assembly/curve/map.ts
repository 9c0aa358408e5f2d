/**
 * Hashing to the curve: monero's map of a field element to a point, and the hash before it.
 *
 * The inputs are public (keys, names of generators), so the map branches on them.
 *
 * @see https://www.getmonero.org/resources/research-lab/pubs/ge_fromfe.pdf
 * @module
 */
import { mapRoots, montgomeryA, montgomeryA2, rootOfMinusOne } from './curve.ts'
import { fromAllBytes, isNegative, isNonZero } from './field-bytes.ts'
import { rootOfRatio } from './field-power.ts'
import * as field from './field.ts'
import { keccak256 } from '../keccak.ts'
import { FE, alloc, mapScratch, mark, release } from '../memory.ts'
import * as point from './point.ts'

const u: usize = mapScratch
const v: usize = mapScratch + FE
const w: usize = mapScratch + 2 * FE
const x: usize = mapScratch + 3 * FE
const y: usize = mapScratch + 4 * FE
const z: usize = mapScratch + 5 * FE
const root: usize = mapScratch + 6 * FE

/**
 * o = the point of the 256-bit number at `hash`, before its cofactor is cleared. T is not computed.
 *
 * With v = 2u², w = v + 1 and x = w² - A²·v, the root of w/x decides between the two candidates of the map:
 * if 2A(A+2)·w/x is a square, its root times u and z = -A·v; else the odd root of iA(A+2)·w/x or of
 * -iA(A+2)·w/x, and z = -A.
 *
 * @see monero src/crypto/crypto-ops.c ge_fromfe_frombytes_vartime
 */
export function mapToPoint(o: usize, hash: usize): void {
  fromAllBytes(u, hash)
  field.sqTwice(v, u)
  field.small(w, 1)
  field.add(w, v, w)
  field.sq(x, w)
  field.mul(y, montgomeryA2, v)
  field.sub(x, x, y)
  rootOfRatio(root, w, x)
  field.sq(y, root)
  field.mul(x, y, x) // w, -w, or one of them times i
  field.mul(z, montgomeryA, v)

  let odd: i32 = 0
  if (isSame(x, w)) field.mul(root, root, mapRoots + FE)
  else if (isOpposite(x, w)) field.mul(root, root, mapRoots)
  else {
    odd = 1
    field.copy(z, montgomeryA)
    field.mul(x, x, rootOfMinusOne)
    field.mul(root, root, isSame(x, w) ? mapRoots + 3 * FE : mapRoots + 2 * FE)
  }
  if (!odd) field.mul(root, root, u)
  if (isNegative(root) !== odd) field.neg(root, root)

  // x = root·(w - z), y = -(w + z), Z = w - z, with z = A·v or A.
  field.sub(v, w, z)
  field.add(u, w, z)
  field.neg(u, u)
  field.mul(root, root, v)
  point.pack(o, root, u, v, root)
}

function isSame(f: usize, g: usize): bool {
  field.sub(y, f, g)
  return !isNonZero(y)
}

function isOpposite(f: usize, g: usize): bool {
  field.add(y, f, g)
  return !isNonZero(y)
}

/** o = 8·map(keccak(data)), a point of the main subgroup. @see monero src/crypto/crypto.cpp hash_to_ec */
export function hashToPoint(o: usize, data: usize, length: usize): void {
  const from = mark()
  const hash = alloc(32)
  keccak256(hash, data, length)
  mapToPoint(o, hash)
  point.doubleTimes(o, o, 3)
  release(from)
}
