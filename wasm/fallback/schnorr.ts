/**
 * Schnorr signatures.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import type { RandomBytes, Signature } from '../types.ts'
import { checkLength } from '../arguments.ts'
import { hedgedNonces } from './hedge.ts'
import { decode, encode, G, multiply, sumOfProducts } from './points.ts'
import { hashToScalar, readCanonical, readScalar, reduce, writeScalar } from './scalars.ts'

/** @see monero src/crypto/crypto.cpp generate_signature */
export function sign(
  random: RandomBytes,
  hash: Uint8Array,
  publicKey: Uint8Array,
  secret: Uint8Array,
): Signature {
  checkLength('hash', hash, 32)
  checkLength('publicKey', publicKey, 32)
  const s = readScalar('secret', secret)
  const nonce = hedgedNonces(random, 'schnorr', secret, hash, publicKey)
  for (let index = 0; ; index++) {
    const k = nonce(index)
    const c = hashToScalar(hash, publicKey, encode(multiply(k, G)))
    const r = reduce(k - c * s)
    if (c !== 0n && r !== 0n) return writeSignature(c, r)
  }
}

/** @see monero src/crypto/crypto.cpp check_signature */
export function verify(hash: Uint8Array, publicKey: Uint8Array, signature: Signature): boolean {
  checkLength('hash', hash, 32)
  const P = decode('publicKey', publicKey)
  const parts = readSignature(signature)
  if (!P || !parts || parts.c === 0n) return false
  const K = sumOfProducts([
    [parts.c, P],
    [parts.r, G],
  ])
  // A key of small order gives the identity for any message.
  return !K.is0() && hashToScalar(hash, publicKey, encode(K)) === parts.c
}

export const writeSignature = (c: bigint, r: bigint): Signature =>
  concatBytes(writeScalar(c), writeScalar(r))

/** c and r, or undefined if either is not canonical. @throws RangeError for another length than 64. */
export function readSignature(signature: Signature): { c: bigint; r: bigint } | undefined {
  checkLength('signature', signature, 64)
  const c = readCanonical('c', signature.subarray(0, 32))
  const r = readCanonical('r', signature.subarray(32))
  return c === undefined || r === undefined ? undefined : { c, r }
}
