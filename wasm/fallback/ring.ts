/**
 * Ring signatures from before RingCT, which key image exports and reserve proofs still use.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '../types.ts'
import { checkInteger, checkLength } from '../arguments.ts'
import { hashToPoint } from './hash-to-point.ts'
import { hedgedNonces } from './hedge.ts'
import { decode, decodeOwn, encode, G, multiply, sumOfProducts, type Point } from './points.ts'
import { hashToScalar, readScalar, reduce } from './scalars.ts'
import { readSignature, writeSignature } from './schnorr.ts'

/**
 * Signs: one signature per ring key, 64 bytes each.
 *
 * @throws RangeError for an invalid key or key image.
 * @see monero src/crypto/crypto.cpp generate_ring_signature
 */
export function signRing(
  random: RandomBytes,
  prefixHash: Uint8Array,
  keyImage: Uint8Array,
  ring: readonly Uint8Array[],
  secret: Uint8Array,
  realIndex: number,
): Uint8Array {
  checkLength('prefixHash', prefixHash, 32)
  checkInteger('realIndex', realIndex, ring.length - 1)
  const x = readScalar('secret', secret)
  const I = decodeOwn('keyImage', keyImage)
  const points = ring.map((key, i) => decodeOwn(`ring[${i}]`, key))

  const nonce = hedgedNonces(random, 'ring', secret, prefixHash, keyImage, ...ring)
  let k = 0n
  const members = ring.map((key, i) => {
    if (i !== realIndex) {
      const [c, r] = [nonce(2 * i), nonce(2 * i + 1)]
      return { c, r, hashed: commitments(c, r, key, points[i]!, I) }
    }
    k = nonce(2 * i)
    const hashed = concatBytes(encode(multiply(k, G)), encode(multiply(k, hashToPoint(key))))
    return { c: 0n, r: 0n, hashed }
  })
  const h = hashToScalar(prefixHash, ...members.map(({ hashed }) => hashed))
  const c = members.reduce((rest, member) => rest - member.c, h)
  const signatures = members.map((member, i) =>
    i === realIndex ? writeSignature(c, k - c * x) : writeSignature(member.c, member.r),
  )
  return concatBytes(...signatures)
}

/**
 * @param signatures - 64 bytes per ring key.
 * @see monero src/crypto/crypto.cpp check_ring_signature
 */
export function verifyRing(
  prefixHash: Uint8Array,
  keyImage: Uint8Array,
  ring: readonly Uint8Array[],
  signatures: Uint8Array,
): boolean {
  checkLength('prefixHash', prefixHash, 32)
  ring.forEach((key, i) => checkLength(`ring[${i}]`, key, 32))
  checkLength('signatures', signatures, 64 * ring.length)
  const I = decode('keyImage', keyImage)
  if (!I) return false
  const hashed = [prefixHash]
  let rest = 0n
  for (const [i, key] of ring.entries()) {
    const parts = readSignature(signatures.subarray(64 * i, 64 * i + 64))
    const P = decode(`ring[${i}]`, key)
    if (!parts || !P) return false
    hashed.push(commitments(parts.c, parts.r, key, P, I))
    rest += parts.c
  }
  return hashToScalar(...hashed) === reduce(rest)
}

/** c·P + r·G and r·Hp(P) + c·I. */
function commitments(c: bigint, r: bigint, key: Uint8Array, P: Point, I: Point): Uint8Array {
  const L = sumOfProducts([
    [c, P],
    [r, G],
  ])
  const R = sumOfProducts([
    [r, hashToPoint(key)],
    [c, I],
  ])
  return concatBytes(encode(L), encode(R))
}
