/**
 * CLSAG: the ring signature of one RingCT input.
 *
 * With P the ring's keys, C their commitments less the pseudo output, H = Hp(P[real]), the signer proves
 * knowledge of p and z with P[real] = p·G and C[real] = z·G, linked by I = p·H; D = z·H goes with it.
 *
 * @see B. Goodell, S. Noether, RandomRun, "Concise Linkable Ring Signatures and Forgery Against Adversarial
 * Keys", and monero src/ringct/rctSigs.cpp CLSAG_Gen
 * @module
 */
import { hashToScalar } from './keys.ts'
import { CLSAG, HEDGE, nonce, seedNonces } from './hedge.ts'
import { hashToPoint } from './curve/map.ts'
import { POINT, alloc, mark, release } from './memory.ts'
import { multiply, multiplyG } from './curve/multiply.ts'
import { encodeAll } from './curve/normalize.ts'
import * as point from './curve/point.ts'
import * as scalar from './curve/scalar.ts'
import { ODD_MULTIPLES, combine, oddMultiples } from './curve/vartime.ts'

/** "CLSAG_agg_0", "CLSAG_agg_1" and "CLSAG_round", padded with zeros. */
const domains: usize = memory.data<u8>([
  67, 76, 83, 65, 71, 95, 97, 103, 103, 95, 48, 0, 0, 0, 0, 0, 67, 76, 83, 65, 71, 95, 97, 103, 103,
  95, 49, 0, 0, 0, 0, 0, 67, 76, 83, 65, 71, 95, 114, 111, 117, 110, 100, 0, 0, 0, 0, 0,
])

/** Inputs of a round: the ring, the tables of I, D, and both aggregation coefficients. */
let count: usize = 0
/** Round hash: domain, P[n], C[n], pseudo output, message, L, R. */
let roundData: usize = 0
let pseudoPoint: usize = 0
let tableI: usize = 0
let tableD: usize = 0
let muP: usize = 0
let muC: usize = 0

/** Writes the round's hash input, and decodes the pseudo output; 0 if it is no point. */
function begin(n: usize, keys: usize, masks: usize, pseudo: usize, message: usize): i32 {
  count = n
  roundData = alloc(32 * (2 * n + 5))
  pseudoPoint = alloc(POINT)
  tableI = alloc(ODD_MULTIPLES)
  tableD = alloc(ODD_MULTIPLES)
  muP = alloc(32)
  muC = alloc(32)
  memory.fill(roundData, 0, 32)
  memory.copy(roundData, domains + 32, 16)
  memory.copy(roundData + 32, keys, 32 * n)
  memory.copy(roundData + 32 * (n + 1), masks, 32 * n)
  memory.copy(roundData + 32 * (2 * n + 1), pseudo, 32)
  memory.copy(roundData + 32 * (2 * n + 2), message, 32)
  if (!point.decode(pseudoPoint, pseudo)) return 0
  point.cache(pseudoPoint, pseudoPoint)
  return 1
}

/** Both coefficients: Hs(domain, P, C, I, D/8, pseudo output). */
function aggregate(image: usize, auxiliary: usize): void {
  const from = mark()
  const length: usize = 32 * (2 * count + 4)
  const data = alloc(length)
  memory.copy(data, roundData, length)
  const tail = data + 32 * (2 * count + 1)
  memory.copy(tail + 64, tail, 32)
  memory.copy(tail, image, 32)
  memory.copy(tail + 32, auxiliary, 32)
  memory.copy(data, domains, 16)
  hashToScalar(muP, data, length)
  memory.copy(data, domains + 16, 16)
  hashToScalar(muC, data, length)
  release(from)
}

/** The seed of the nonces: of both secrets, the ring, the pseudo output and the message. */
function seedOf(o: usize, secret: usize, z: usize): void {
  const from = mark()
  const signed: usize = 32 * (2 * count + 3)
  const length = HEDGE + 64 + signed
  const data = alloc(length)
  memory.copy(data + HEDGE, secret, 32)
  memory.copy(data + HEDGE + 32, z, 32)
  memory.copy(data + HEDGE + 64, roundData, signed)
  seedNonces(o, CLSAG, data, length)
  release(from)
}

function challenge(o: usize): void {
  hashToScalar(o, roundData, 32 * (2 * count + 5))
}

/**
 * One step around the ring: from c and s of member i to the next c, in place; 0 if a point is invalid.
 *
 * L = s·G + c·muP·P + c·muC·C and R = s·Hp(P) + c·muP·I + c·muC·D.
 */
function step(c: usize, s: usize, i: usize): i32 {
  const from = mark()
  const key = roundData + 32 * (1 + i)
  const mask = roundData + 32 * (1 + count + i)
  const L = roundData + 32 * (2 * count + 3)
  const cP = alloc(32)
  const cC = alloc(32)
  const sums = alloc(2 * POINT)
  const p = alloc(POINT)
  const commitment = alloc(POINT)
  const tableP = alloc(ODD_MULTIPLES)
  const tableC = alloc(ODD_MULTIPLES)
  scalar.mul(cP, c, muP)
  scalar.mul(cC, c, muC)
  if (!point.decodeTwo(p, key, commitment, mask)) return 0
  oddMultiples(tableP, p)
  point.sub(commitment, commitment, pseudoPoint, true)
  oddMultiples(tableC, commitment)
  combine(sums, s, cP, tableP, cC, tableC, 0, 0)
  hashToPoint(p, key, 32)
  oddMultiples(tableP, p)
  combine(sums + POINT, 0, s, tableP, cP, tableI, cC, tableD)
  encodeAll(L, sums, 2)
  challenge(c)
  release(from)
  return 1
}

/**
 * Signs; returns 0 if a point of the ring or the pseudo output is invalid.
 *
 * @param o - Result: n responses, c1, D/8 and the key image.
 * @param keys - n keys. @param masks - n commitments. @param z - Mask of the real one less the pseudo output's.
 */
export function signClsag(
  o: usize,
  message: usize,
  n: u32,
  keys: usize,
  masks: usize,
  realIndex: u32,
  secret: usize,
  mask: usize,
  pseudo: usize,
  pseudoMask: usize,
): i32 {
  const c1 = o + 32 * n
  const auxiliary = c1 + 32
  const image = auxiliary + 32
  const z = alloc(32)
  const seed = alloc(32)
  const a = alloc(32)
  const c = alloc(32)
  const H = alloc(POINT)
  const p = alloc(POINT)
  if (!begin(n, keys, masks, pseudo, message)) return 0
  scalar.sub(z, mask, pseudoMask)
  hashToPoint(H, keys + 32 * realIndex, 32)
  seedOf(seed, secret, z)
  nonce(a, seed, realIndex)

  const L = roundData + 32 * (2 * n + 3)
  multiplyG(p, a)
  point.encode(L, p)
  multiply(p, a, H)
  point.encode(L + 32, p)
  multiply(p, secret, H)
  oddMultiples(tableI, p)
  point.encode(image, p)
  multiply(p, z, H)
  oddMultiples(tableD, p)
  multiply(p, scalar.eighth, p)
  point.encode(auxiliary, p)
  aggregate(image, auxiliary)

  challenge(c)
  for (let i = (realIndex + 1) % n; ; i = (i + 1) % n) {
    if (i === 0) scalar.copy(c1, c)
    if (i === realIndex) break
    nonce(o + 32 * i, seed, i)
    if (!step(c, o + 32 * i, i)) return 0
  }
  // s = a - c·(muP·p + muC·z)
  scalar.mul(muP, muP, secret)
  scalar.mulAdd(muP, muC, z, muP)
  scalar.mulSub(o + 32 * realIndex, c, muP, a)
  return 1
}

/** @see monero src/ringct/rctSigs.cpp verRctCLSAGSimple */
export function verifyClsag(
  message: usize,
  n: u32,
  keys: usize,
  masks: usize,
  pseudo: usize,
  image: usize,
  signature: usize,
): i32 {
  const c1 = signature + 32 * n
  const auxiliary = c1 + 32
  const c = alloc(32)
  const p = alloc(POINT)
  const q = alloc(POINT)
  for (let i: u32 = 0; i <= n; i++) if (!scalar.isCanonical(signature + 32 * i)) return 0
  if (n === 0 || !begin(n, keys, masks, pseudo, message)) return 0
  if (!point.decodeTwo(p, image, q, auxiliary) || point.isIdentity(p)) return 0
  oddMultiples(tableI, p)
  point.doubleTimes(q, q, 3)
  if (point.isIdentity(q)) return 0
  oddMultiples(tableD, q)
  aggregate(image, auxiliary)
  scalar.copy(c, c1)
  for (let i: u32 = 0; i < n; i++)
    if (!step(c, signature + 32 * i, i) || !scalar.isNonZero(c)) return 0
  return scalar.isEqual(c, c1)
}
