/**
 * Ring signatures from before RingCT, which key image exports and reserve proofs still use.
 *
 * @module
 */
import { hashToScalar } from './keys.ts'
import { HEDGE, RING, nonce, seedNonces } from './hedge.ts'
import { hashToPoint } from './curve/map.ts'
import { POINT, alloc, mark, release } from './memory.ts'
import { multiply, multiplyG } from './curve/multiply.ts'
import { encodeAll } from './curve/normalize.ts'
import * as point from './curve/point.ts'
import * as scalar from './curve/scalar.ts'
import { isSignature } from './signature.ts'
import { ODD_MULTIPLES, combine, oddMultiples } from './curve/vartime.ts'

/** Writes a = c·P + r·G and b = r·Hp(P) + c·I for one ring key, 64 bytes; 0 if it is no point. */
function commitments(o: usize, key: usize, signature: usize, image: usize): i32 {
  const from = mark()
  const p = alloc(POINT)
  const sums = alloc(2 * POINT)
  const table = alloc(ODD_MULTIPLES)
  const r = signature + 32
  const fine = point.decode(p, key)
  if (fine) {
    oddMultiples(table, p)
    combine(sums, r, signature, table, 0, 0, 0, 0)
    hashToPoint(p, key, 32)
    oddMultiples(table, p)
    combine(sums + POINT, 0, r, table, signature, image, 0, 0)
    encodeAll(o, sums, 2)
  }
  release(from)
  return fine
}

/** The seed of the nonces: of the secret, the hash, the key image and the ring. */
function seedOf(o: usize, secret: usize, hash: usize, image: usize, keys: usize, count: u32): void {
  const from = mark()
  const length = HEDGE + 96 + 32 * count
  const data = alloc(length)
  memory.copy(data + HEDGE, secret, 32)
  memory.copy(data + HEDGE + 32, hash, 32)
  memory.copy(data + HEDGE + 64, image, 32)
  memory.copy(data + HEDGE + 96, keys, 32 * count)
  seedNonces(o, RING, data, length)
  release(from)
}

/**
 * Signs with the secret of one of `count` keys; 0 if a key or the image is no point.
 *
 * @see monero src/crypto/crypto.cpp generate_ring_signature
 */
export function signRing(
  o: usize,
  hash: usize,
  image: usize,
  keys: usize,
  count: u32,
  secret: usize,
  realIndex: u32,
): i32 {
  const data = alloc(32 + 64 * count)
  const table = alloc(ODD_MULTIPLES)
  const p = alloc(POINT)
  const seed = alloc(32)
  const k = alloc(32)
  const sum = alloc(32)
  const real = o + 64 * realIndex
  if (!point.decode(p, image)) return 0
  oddMultiples(table, p)
  scalar.small(sum, 0)
  memory.copy(data, hash, 32)
  seedOf(seed, secret, hash, image, keys, count)
  for (let i: u32 = 0; i < count; i++) {
    const pair = data + 32 + 64 * i
    const signature = o + 64 * i
    const key = keys + 32 * i
    if (i === realIndex) {
      nonce(k, seed, 2 * i)
      multiplyG(p, k)
      point.encode(pair, p)
      hashToPoint(p, key, 32)
      multiply(p, k, p)
      point.encode(pair + 32, p)
    } else {
      nonce(signature, seed, 2 * i)
      nonce(signature + 32, seed, 2 * i + 1)
      if (!commitments(pair, key, signature, table)) return 0
      scalar.add(sum, sum, signature)
    }
  }
  hashToScalar(real, data, 32 + 64 * count)
  scalar.sub(real, real, sum)
  scalar.mulSub(real + 32, real, secret, k)
  return 1
}

/** @see monero src/crypto/crypto.cpp check_ring_signature */
export function verifyRing(
  hash: usize,
  image: usize,
  keys: usize,
  count: u32,
  signatures: usize,
): i32 {
  const data = alloc(32 + 64 * count)
  const table = alloc(ODD_MULTIPLES)
  const p = alloc(POINT)
  const sum = alloc(32)
  const c = alloc(32)
  if (!point.decode(p, image)) return 0
  oddMultiples(table, p)
  scalar.small(sum, 0)
  memory.copy(data, hash, 32)
  for (let i: u32 = 0; i < count; i++) {
    const signature = signatures + 64 * i
    if (!isSignature(signature)) return 0
    if (!commitments(data + 32 + 64 * i, keys + 32 * i, signature, table)) return 0
    scalar.add(sum, sum, signature)
  }
  hashToScalar(c, data, 32 + 64 * count)
  return scalar.isEqual(c, sum)
}
