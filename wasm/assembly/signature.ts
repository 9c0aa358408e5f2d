/**
 * Schnorr signatures of one key, and proofs that two points share a secret.
 *
 * A signature is c then r, with r = k - c·secret for a nonce k of `hedge.ts`. Functions that verify return 1 or 0.
 *
 * @module
 */
import { HEDGE, SCHNORR, TX_PROOF_V1, TX_PROOF_V2, nonce, seedNonces } from './hedge.ts'
import { keccak256 } from './keccak.ts'
import { hashToScalar } from './keys.ts'
import { POINT, alloc } from './memory.ts'
import { multiply, multiplyG } from './curve/multiply.ts'
import * as point from './curve/point.ts'
import * as scalar from './curve/scalar.ts'
import { ODD_MULTIPLES, combine, oddMultiples } from './curve/vartime.ts'

/** @see monero src/crypto/crypto.cpp generate_signature */
export function sign(o: usize, hash: usize, publicKey: usize, secret: usize): void {
  const data = alloc(96) // hash, key, k·G
  const hedged = alloc(HEDGE + 96) // secret, hash, key
  const seed = alloc(32)
  const k = alloc(32)
  const p = alloc(POINT)
  memory.copy(data, hash, 32)
  memory.copy(data + 32, publicKey, 32)
  memory.copy(hedged + HEDGE, secret, 32)
  memory.copy(hedged + HEDGE + 32, data, 64)
  seedNonces(seed, SCHNORR, hedged, HEDGE + 96)
  let index: u32 = 0
  do {
    do {
      nonce(k, seed, index++)
      multiplyG(p, k)
      point.encode(data + 64, p)
      hashToScalar(o, data, 96)
    } while (!scalar.isNonZero(o))
    scalar.mulSub(o + 32, o, secret, k)
  } while (!scalar.isNonZero(o + 32))
}

/** @see monero src/crypto/crypto.cpp check_signature */
export function verify(hash: usize, publicKey: usize, signature: usize): i32 {
  const data = alloc(96)
  const c = alloc(32)
  const p = alloc(POINT)
  const table = alloc(ODD_MULTIPLES)
  if (!point.decode(p, publicKey)) return 0
  if (!isSignature(signature) || !scalar.isNonZero(signature)) return 0
  oddMultiples(table, p)
  combine(p, signature + 32, signature, table, 0, 0, 0, 0)
  if (point.isIdentity(p)) return 0
  memory.copy(data, hash, 32)
  memory.copy(data + 32, publicKey, 32)
  point.encode(data + 64, p)
  hashToScalar(c, data, 96)
  return scalar.isEqual(c, signature)
}

/** Whether c and r are both below l. */
export function isSignature(signature: usize): i32 {
  return scalar.isCanonical(signature) & scalar.isCanonical(signature + 32)
}

/** Size of the input that a version 2 proof hashes: message, D, X, Y, separator, R, A, B. Version 1: the first four. */
const PROOF: usize = 8 * 32
const X: usize = 64
const Y: usize = 96
/** "TXPROOF_V2". @see monero src/cryptonote_config.h HASH_KEY_TXPROOF_V2 */
const separator: usize = memory.data<u8>([84, 88, 80, 82, 79, 79, 70, 95, 86, 50])

function proofData(hash: usize, R: usize, A: usize, B: usize, D: usize): usize {
  const data = alloc(PROOF)
  memory.copy(data, hash, 32)
  memory.copy(data + 32, D, 32)
  keccak256(data + 128, separator, 10)
  memory.copy(data + 160, R, 32)
  memory.copy(data + 192, A, 32)
  if (B) memory.copy(data + 224, B, 32)
  else memory.fill(data + 224, 0, 32)
  return data
}

function proofChallenge(o: usize, version: i32, data: usize): void {
  hashToScalar(o, data, version === 1 ? 128 : PROOF)
}

/** k = the nonce of a proof: of its secret, and of all that version 2 hashes except X and Y. */
function proofNonce(k: usize, version: i32, data: usize, r: usize): void {
  const hedged = alloc(HEDGE + PROOF - 32)
  const seed = alloc(32)
  memory.copy(hedged + HEDGE, r, 32)
  memory.copy(hedged + HEDGE + 32, data, 64)
  memory.copy(hedged + HEDGE + 96, data + 128, 128)
  seedNonces(seed, version === 1 ? TX_PROOF_V1 : TX_PROOF_V2, hedged, HEDGE + PROOF - 32)
  nonce(k, seed, 0)
}

/**
 * Proves that D = r·A and R = r·G, or R = r·B if `B` is not 0; returns 0 if a point is invalid.
 *
 * @see monero src/crypto/crypto.cpp generate_tx_proof, generate_tx_proof_v1
 */
export function signTxProof(
  o: usize,
  version: i32,
  hash: usize,
  R: usize,
  A: usize,
  B: usize,
  D: usize,
  r: usize,
): i32 {
  const p = alloc(POINT)
  const a = alloc(POINT)
  const k = alloc(32)
  if (!point.decode(p, R) || !point.decode(p, D) || !point.decode(a, A)) return 0
  if (B && !point.decode(p, B)) return 0
  const data = proofData(hash, R, A, B, D)
  proofNonce(k, version, data, r)
  if (B) multiply(p, k, p)
  else multiplyG(p, k)
  point.encode(data + X, p)
  multiply(a, k, a)
  point.encode(data + Y, a)
  proofChallenge(o, version, data)
  scalar.mulSub(o + 32, o, r, k)
  return 1
}

/** @see monero src/crypto/crypto.cpp check_tx_proof */
export function verifyTxProof(
  version: i32,
  hash: usize,
  R: usize,
  A: usize,
  B: usize,
  D: usize,
  signature: usize,
): i32 {
  if (!isSignature(signature)) return 0
  const data = proofData(hash, R, A, B, D)
  const c = alloc(32)
  if (!proofSum(data + X, signature, R, B) || !proofSum(data + Y, signature, D, A)) return 0
  proofChallenge(c, version, data)
  return scalar.isEqual(c, signature)
}

/** o = c·P + r·Q, of G if `Q` is 0; 0 if a point is invalid. */
function proofSum(o: usize, signature: usize, P: usize, Q: usize): i32 {
  const p = alloc(POINT)
  const tableP = alloc(ODD_MULTIPLES)
  const tableQ = alloc(ODD_MULTIPLES)
  const r = signature + 32
  if (!point.decode(p, P)) return 0
  oddMultiples(tableP, p)
  if (Q && !point.decode(p, Q)) return 0
  if (Q) {
    oddMultiples(tableQ, p)
    combine(p, 0, signature, tableP, r, tableQ, 0, 0)
  } else combine(p, r, signature, tableP, 0, 0, 0, 0)
  point.encode(o, p)
  return 1
}
