/**
 * Proofs that a transaction key and a derivation have the same r.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { RandomBytes, Signature, TxProofStatement } from '../types.ts'
import { checkLength } from '../arguments.ts'
import { hedgedNonces } from './hedge.ts'
import { decode, decodeOwn, encode, G, multiply, sumOfProducts, type Point } from './points.ts'
import { hashToScalar, readScalar } from './scalars.ts'
import { readSignature, writeSignature } from './schnorr.ts'

const separator = keccak_256(utf8ToBytes('TXPROOF_V2'))
/** Stands for B in proofs of an address. */
const noKey = new Uint8Array(32)

/** @see monero src/crypto/crypto.cpp s_comm_2, s_comm_2_v1 */
function challenge(statement: TxProofStatement, X: Point, Y: Point): bigint {
  const [version, prefixHash, R, A, B, D] = statement
  const first = [prefixHash, D, encode(X), encode(Y)]
  if (version === 1) return hashToScalar(...first)
  return hashToScalar(...first, separator, R, A, B ?? noKey)
}

/**
 * @throws RangeError for an invalid key.
 * @see monero src/crypto/crypto.cpp generate_tx_proof, generate_tx_proof_v1
 */
export function signTxProof(
  random: RandomBytes,
  statement: TxProofStatement,
  secret: Uint8Array,
): Signature {
  const [version, prefixHash, R, keyA, keyB, D] = statement
  checkLength('prefixHash', prefixHash, 32)
  decodeOwn('R', R)
  decodeOwn('D', D)
  const A = decodeOwn('A', keyA)
  const B = keyB ? decodeOwn('B', keyB) : G
  const r = readScalar('r', secret)
  const kind = version === 1 ? 'txProofV1' : 'txProofV2'
  const signed = [prefixHash, D, separator, R, keyA, keyB ?? noKey]
  const k = hedgedNonces(random, kind, secret, ...signed)(0)
  const c = challenge(statement, multiply(k, B), multiply(k, A))
  return writeSignature(c, k - c * r)
}

/** @see monero src/crypto/crypto.cpp check_tx_proof */
export function verifyTxProof(statement: TxProofStatement, signature: Signature): boolean {
  const [, prefixHash, keyR, keyA, keyB, keyD] = statement
  checkLength('prefixHash', prefixHash, 32)
  const R = decode('R', keyR)
  const A = decode('A', keyA)
  const B = keyB ? decode('B', keyB) : G
  const D = decode('D', keyD)
  const parts = readSignature(signature)
  if (!R || !A || !B || !D || !parts) return false
  const { c, r } = parts
  const commitment = (key: Point, base: Point) =>
    sumOfProducts([
      [c, key],
      [r, base],
    ])
  return challenge(statement, commitment(R, B), commitment(D, A)) === c
}
