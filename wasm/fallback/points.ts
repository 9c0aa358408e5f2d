/**
 * Points: decoding, and sums of products.
 *
 * Scalars are not reduced mod l: for a point outside the main subgroup the product would differ.
 *
 * @module
 */
import { mulAddUnsafe, pippenger } from '@noble/curves/abstract/curve.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { checkLength, required } from '../arguments.ts'
import { mod, prime, squareRootOfRatio } from './field.ts'
import { order } from './scalars.ts'

const { Point } = ed25519
export type Point = typeof Point.BASE

/** The base point, (x, 4/5). */
export const G = Point.BASE
export const identity = Point.ZERO

/** d of the curve -x² + y² = 1 + d·x²·y². */
const { d } = Point.CURVE()

/**
 * The point that the bytes encode, of any order.
 *
 * Refuses y above p - 1, y without an x, and a sign with x = 0.
 *
 * @see monero src/crypto/crypto-ops.c ge_frombytes_vartime
 */
export function decode(name: string, bytes: Uint8Array): Point | undefined {
  checkLength(name, bytes, 32)
  const n = bytesToNumberLE(bytes)
  const y = BigInt.asUintN(255, n)
  const sign = n >> 255n
  if (y >= prime) return undefined
  const yy = mod(y * y)
  const { isSquare, root } = squareRootOfRatio(mod(yy - 1n), mod(d * yy + 1n))
  if (!isSquare || (root === 0n && sign === 1n)) return undefined
  const x = (root & 1n) === sign ? root : prime - root
  return fromAffine(x, y)
}

/** As {@link decode}, for a point that must be valid. @throws RangeError otherwise. */
export const decodeOwn = (name: string, bytes: Uint8Array) =>
  required(name, 'a point', decode(name, bytes))

export const fromAffine = (x: bigint, y: bigint) => Point.fromAffine({ x, y })

export const encode = (point: Point): Uint8Array => point.toBytes()

/** Whether l·P is the identity. @see monero src/ringct/rctOps.cpp isInMainSubgroup */
export const isInMainSubgroup = (point: Point) => point.isTorsionFree()

/** 8·P, which is in the main subgroup. */
export const times8 = (point: Point) => point.clearCofactor()

/** s·P, as close to constant time as BigInt allows. */
export function multiply(s: bigint, point: Point): Point {
  if (s === 0n) return identity
  // Only non-canonical scalars exceed l; our secrets are canonical.
  return s < order ? point.multiply(s) : mulAddUnsafe(Point, [point], [s], true)
}

/** The sum of all s·P, in variable time. */
export function sumOfProducts(terms: readonly (readonly [bigint, Point])[]): Point {
  const scalars = terms.map(([s]) => s)
  const points = terms.map(([, point]) => point)
  // Buckets are faster from some dozens of terms on; they need scalars below l.
  return terms.length > 40
    ? pippenger(Point, points, scalars)
    : mulAddUnsafe(Point, points, scalars, true)
}
