/**
 * Shared secrets of sender and recipient, and the one-time keys derived from them.
 *
 * @see monero src/crypto/crypto.cpp
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { checkInteger, checkLength, maxIndex } from '../arguments.ts'
import { hashToPoint } from './hash-to-point.ts'
import { decode, encode, G, multiply, times8 } from './points.ts'
import { hashToScalar, readCanonical, readInteger, readScalar, writeScalar } from './scalars.ts'
import { varint } from './varint.ts'

/** @see monero src/crypto/crypto.cpp secret_key_to_public_key */
export function publicKey(secret: Uint8Array): Uint8Array | undefined {
  const s = readCanonical('secret', secret)
  return s === undefined ? undefined : encode(multiply(s, G))
}

/** 8·secret·public. @see monero src/crypto/crypto.cpp generate_key_derivation */
export function keyDerivation(publicKey: Uint8Array, secret: Uint8Array): Uint8Array | undefined {
  const s = readInteger('secret', secret)
  const point = decode('publicKey', publicKey)
  return point && encode(times8(multiply(s, point)))
}

/** Hs(derivation || varint(index)), as a number. */
function sharedScalar(derivation: Uint8Array, index: number): bigint {
  checkLength('derivation', derivation, 32)
  checkInteger('index', index, maxIndex)
  return hashToScalar(derivation, varint(index))
}

export const derivationToScalar = (derivation: Uint8Array, index: number) =>
  writeScalar(sharedScalar(derivation, index))

/** Hs·G + base: the key of an output to the spend key `base`. */
export function derivePublicKey(derivation: Uint8Array, index: number, base: Uint8Array) {
  const shared = sharedScalar(derivation, index)
  const point = decode('base', base)
  return point && encode(point.add(multiply(shared, G)))
}

/** Hs + base: its secret. */
export const deriveSecretKey = (derivation: Uint8Array, index: number, base: Uint8Array) =>
  writeScalar(sharedScalar(derivation, index) + readScalar('base', base))

/** outputKey - Hs·G: the spend key that the output was paid to, if it is ours. */
export function deriveSubaddressPublicKey(
  outputKey: Uint8Array,
  derivation: Uint8Array,
  index: number,
): Uint8Array | undefined {
  const shared = sharedScalar(derivation, index)
  const point = decode('outputKey', outputKey)
  return point && encode(point.subtract(multiply(shared, G)))
}

const viewTagSalt = utf8ToBytes('view_tag')

/** @see monero src/crypto/crypto.cpp derive_view_tag */
export function deriveViewTag(derivation: Uint8Array, index: number): number {
  checkLength('derivation', derivation, 32)
  checkInteger('index', index, maxIndex)
  return keccak_256(concatBytes(viewTagSalt, derivation, varint(index)))[0]!
}

/** secret·Hp(public). @see monero src/crypto/crypto.cpp generate_key_image */
export function keyImage(publicKey: Uint8Array, secret: Uint8Array): Uint8Array {
  checkLength('publicKey', publicKey, 32)
  return encode(multiply(readInteger('secret', secret), hashToPoint(publicKey)))
}
