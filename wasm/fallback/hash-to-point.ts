/**
 * Maps a hash to a point of unknown discrete logarithm.
 *
 * @see S. Noether, "Understanding ge_fromfe_frombytes_vartime", for the formulas
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { inverse, mod, prime, rootOfMinusOne, squareRootOfRatio } from './field.ts'
import { fromAffine, times8, type Point } from './points.ts'
import { readInteger } from './scalars.ts'

/** A of the Montgomery form y² = x³ + A·x² + x. */
const A = 486662n
const inverseOfOnePlusI = inverse(1n + rootOfMinusOne)

/** The map alone, of any order. @see monero src/crypto/crypto-ops.c ge_fromfe_frombytes_vartime */
export function mapToPoint(name: string, hash: Uint8Array): Point {
  const u = readInteger(name, hash) % prime
  const uu2 = mod(2n * u * u)
  const w = uu2 + 1n
  const v = mod(w * w - A * A * uu2)
  const { isSquare, root } = squareRootOfRatio(mod(2n * A * (A + 2n) * w), v)

  // 2·A·(A + 2)·w/v or, since 2 is no square, A·(A + 2)·w/v has a root; (1 + i)² = 2i.
  const x = mod(root * (isSquare ? u : inverseOfOnePlusI))
  const z = isSquare ? -A * uu2 : -A
  const y = mod((z - w) * inverse(mod(z + w)))
  const isOdd = (x & 1n) === 1n
  return fromAffine(isOdd === isSquare ? mod(-x) : x, y)
}

/** Eight times the map of the data's Keccak. @see monero src/crypto/crypto.cpp hash_to_ec */
export const hashToPoint = (data: Uint8Array) => times8(mapToPoint('hash', keccak_256(data)))
