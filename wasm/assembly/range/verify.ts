/**
 * Bulletproofs+, the verifier: combines any number of proofs to one sum that must be the identity.
 *
 * Each proof is one equation between points. Random weights combine them to one equation, in which the
 * generators occur once. Everything here is public, and runs in variable time.
 *
 * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_VERIFY, and section 6.1 of the paper there
 * @module
 */
import * as curve from '../curve/curve.ts'
import { BITS, generators, makeGenerators } from './generators.ts'
import { hashToScalar } from '../keys.ts'
import { POINT, alloc, mark, release } from '../memory.ts'
import { sumOfPublics } from '../curve/multiexp.ts'
import { encodeAll } from '../curve/normalize.ts'
import * as point from '../curve/point.ts'
import { randomScalar } from '../random.ts'
import * as scalar from '../curve/scalar.ts'
import * as transcript from './transcript.ts'
import {
  FORM,
  ODD_MULTIPLES,
  nonAdjacentForms,
  oddMultiples,
  sumOfForms,
} from '../curve/vartime.ts'

/** Pairs of generators in the batch, and its scalars: of H_0, G_0, H_1, ..., then of the points. */
let pairCount: u32 = 0
let scalars: usize = 0
/** The other points of the batch, cached: G, H, then those of the proofs. */
let points: usize = 0
let pointCount: u32 = 0

/**
 * Begins a batch of proofs.
 *
 * @param bits - Bits of the largest proof, padded: 64 to 1024. @param most - Number of points of all proofs.
 */
export function beginRanges(bits: u32, most: u32): void {
  pairCount = bits
  makeGenerators(bits)
  scalars = alloc(32 * (2 * bits + 2 + most))
  points = alloc(POINT * (2 + most))
  memory.fill(scalars, 0, 32 * (2 * bits + 2 + most))
  point.decode(points, curve.G)
  point.cache(points, points)
  point.decode(points + POINT, curve.H)
  point.cache(points + POINT, points + POINT)
  pointCount = 2
}

/** Whether the sum of all added proofs is the identity. */
export function endRanges(): i32 {
  const sum = alloc(POINT)
  sumOfPublics(sum, scalars, generators(), 2 * pairCount, points, pointCount)
  return point.isIdentity(sum)
}

function scalarG(): usize {
  return scalars + 32 * (2 * pairCount)
}

function scalarH(): usize {
  return scalars + 32 * (2 * pairCount + 1)
}

/** Adds s·8·P to the batch. */
function addPoint(s: usize, p: usize): void {
  const o = points + POINT * pointCount
  // Times eight: the result has no torsion.
  point.doubleTimes(o, p, 3)
  point.cache(o, o)
  scalar.copy(scalars + 32 * (2 * pairCount + pointCount), s)
  pointCount++
}

/** Decodes two points, and adds each with its scalar; 0 if either encoding is invalid. */
function addTwo(s1: usize, bytes1: usize, s2: usize, bytes2: usize): i32 {
  const from = mark()
  const p = alloc(2 * POINT)
  const fine = point.decodeTwo(p, bytes1, p + POINT, bytes2)
  if (fine) {
    addPoint(s1, p)
    addPoint(s2, p + POINT)
  }
  release(from)
  return fine
}

/** Challenges of the current proof. */
let y: usize = 0
let z: usize = 0
let e: usize = 0
let weight: usize = 0
/** One per round, their inverses, then the inverse of y. */
let challenges: usize = 0
let inverses: usize = 0

/**
 * Adds a proof; 0 if it is malformed.
 *
 * @param commitments - `count` commitments of outputs, not divided by 8.
 * @param proof - A, A1, B, r1, s1, d1, then L and R of each round. @param rounds - 6 to 10.
 */
export function addRange(commitments: usize, count: u32, proof: usize, rounds: u32): i32 {
  const from = mark()
  const divided = alloc(POINT * count)
  for (let i: usize = 96; i < 192; i += 32) if (!scalar.isCanonical(proof + i)) return 0
  if (!divide(divided, commitments, count) || !challenge(divided, count, proof, rounds)) return 0
  const fine = addProof(divided, count, proof, rounds)
  release(from)
  return fine
}

/** o = V = C/8 of each commitment. @see monero src/cryptonote_basic/cryptonote_format_utils.cpp expand_transaction_1 */
function divide(o: usize, commitments: usize, count: u32): i32 {
  const from = mark()
  const form = alloc(FORM)
  const table = alloc(ODD_MULTIPLES)
  nonAdjacentForms(form, scalar.eighth, 1)
  let fine: i32 = 1
  for (let i: u32 = 0; i + 1 < count; i += 2) {
    const bytes = commitments + 32 * i
    fine &= point.decodeTwo(o + POINT * i, bytes, o + POINT * (i + 1), bytes + 32)
  }
  const last = count - 1
  if (count % 2 === 1) fine &= point.decode(o + POINT * last, commitments + 32 * last)
  for (let p = o; fine && p < o + POINT * count; p += POINT) {
    oddMultiples(table, p)
    sumOfForms(p, form, table, 1)
  }
  release(from)
  return fine
}

/** Recomputes the transcript; 0 if a challenge is 0. */
function challenge(divided: usize, count: u32, proof: usize, rounds: u32): i32 {
  const t = alloc(32)
  const V = alloc(32 * count)
  y = alloc(32)
  z = alloc(32)
  e = alloc(32)
  weight = alloc(32)
  challenges = alloc(32 * rounds)
  inverses = alloc(32 * (rounds + 1))
  encodeAll(V, divided, count)
  transcript.begin(t, V, count)
  transcript.update(t, proof)
  scalar.copy(y, t)
  if (!scalar.isNonZero(y)) return 0
  hashToScalar(t, y, 32)
  scalar.copy(z, t)
  if (!scalar.isNonZero(z)) return 0
  for (let j: u32 = 0; j < rounds; j++) {
    const L = proof + 192 + 64 * j
    transcript.updateTwice(t, L, L + 32)
    if (!scalar.isNonZero(t)) return 0
    scalar.copy(challenges + 32 * j, t)
  }
  transcript.updateTwice(t, proof + 32, proof + 64)
  if (!scalar.isNonZero(t)) return 0
  scalar.copy(e, t)
  invertAll(rounds)
  randomScalar(weight)
  return 1
}

/** Inverses of all challenges and of y, with one inversion. */
function invertAll(rounds: u32): void {
  const from = mark()
  const rest = alloc(32)
  scalar.copy(inverses, challenges)
  for (let j: u32 = 1; j <= rounds; j++)
    scalar.mul(inverses + 32 * j, inverses + 32 * (j - 1), j < rounds ? challenges + 32 * j : y)
  scalar.invert(rest, inverses + 32 * rounds)
  for (let j = rounds; j > 0; j--) {
    scalar.mul(inverses + 32 * j, rest, inverses + 32 * (j - 1))
    scalar.mul(rest, rest, j < rounds ? challenges + 32 * j : y)
  }
  scalar.copy(inverses, rest)
  release(from)
}

/** Adds the proof's equation, times the weight, to the batch; 0 if one of its points is invalid. */
function addProof(divided: usize, count: u32, proof: usize, rounds: u32): i32 {
  const bits: u32 = 1 << rounds
  const zz = alloc(32)
  const yBits = alloc(32)
  /** weight·e², and its negative. */
  const factor = alloc(32)
  const minusFactor = alloc(32)
  const zero = alloc(32)
  scalar.mul(zz, z, z)
  scalar.copy(yBits, y)
  for (let j: u32 = 0; j < rounds; j++) scalar.mul(yBits, yBits, yBits)
  scalar.mul(factor, weight, e)
  scalar.mul(factor, factor, e)
  scalar.small(zero, 0)
  scalar.sub(minusFactor, zero, factor)

  scalar.mulAdd(scalarG(), weight, proof + 160, scalarG())
  addToH(proof, bits, zz, yBits, factor)
  addToGenerators(proof, bits, rounds, zz, yBits, factor)
  addCommitments(divided, count, zz, yBits, minusFactor)
  return addProofPoints(proof, rounds, minusFactor)
}

/** H: weight·(r1·y·s1 + e²·(y^(bits + 1)·z·sum(d) + (z² - z)·sum(y))). */
function addToH(proof: usize, bits: u32, zz: usize, yBits: usize, factor: usize): void {
  const from = mark()
  const sum = alloc(32)
  const term = alloc(32)
  const power = alloc(32)
  // y + y² + ... + y^bits, doubling the length each time.
  scalar.copy(sum, y)
  scalar.copy(power, y)
  for (let n: u32 = 1; n < bits; n *= 2) {
    scalar.mulAdd(sum, sum, power, sum)
    scalar.mul(power, power, power)
  }
  scalar.sub(term, zz, z)
  scalar.mul(term, term, sum)
  // The sum of d is (2^64 - 1)·(z² + z^4 + ...), one power for each amount, padding included.
  scalar.copy(sum, zz)
  scalar.copy(power, zz)
  for (let j: u32 = BITS; j < bits; j += BITS) {
    scalar.mul(power, power, zz)
    scalar.add(sum, sum, power)
  }
  scalar.small(power, 0xffffffffffffffff)
  scalar.mul(sum, sum, power)
  scalar.mul(sum, sum, z)
  scalar.mul(sum, sum, y)
  scalar.mulAdd(term, sum, yBits, term)
  scalar.mulAdd(scalarH(), term, factor, scalarH())
  scalar.mul(term, proof + 96, y)
  scalar.mul(term, term, proof + 128)
  scalar.mulAdd(scalarH(), term, weight, scalarH())
  release(from)
}

/**
 * G_i: weight·(e·r1·y^-i·x_i + e²·z), and H_i: weight·(e·s1/x_i - e²·z - e²·d_i·y^(bits - i)).
 *
 * x_i is the product of all challenges, that of round j inverted where bit `rounds - 1 - j` of i is 0.
 */
function addToGenerators(
  proof: usize,
  bits: u32,
  rounds: u32,
  zz: usize,
  yBits: usize,
  factor: usize,
): void {
  const from = mark()
  const x = challengeProducts(bits, rounds)
  const forG = alloc(32)
  const forH = alloc(32)
  const forD = alloc(32)
  const block = alloc(32)
  const nextBlock = alloc(32)
  const twiceYInverse = alloc(32)
  const constant = alloc(32)
  const zero = alloc(32)
  const yInverse = inverses + 32 * rounds
  scalar.mul(forH, weight, e)
  scalar.mul(forG, forH, proof + 96)
  scalar.mul(forH, forH, proof + 128)
  scalar.mul(constant, factor, z)
  // weight·e²·d_i·y^(bits - i) grows by 2/y from bit to bit, and by z²·y^-64 from amount to amount.
  scalar.mul(block, factor, yBits)
  scalar.mul(block, block, zz)
  scalar.small(zero, 0)
  scalar.sub(block, zero, block)
  scalar.add(twiceYInverse, yInverse, yInverse)
  scalar.copy(nextBlock, yInverse)
  for (let k = 0; k < 6; k++) scalar.mul(nextBlock, nextBlock, nextBlock)
  scalar.mul(nextBlock, nextBlock, zz)

  for (let i: u32 = 0; i < bits; i++) {
    const H = scalars + 64 * i
    const G = H + 32
    if (i % BITS === 0) {
      if (i !== 0) scalar.mul(block, block, nextBlock)
      scalar.copy(forD, block)
    }
    scalar.mulAdd(G, forG, x + 32 * i, G)
    scalar.add(G, G, constant)
    scalar.mulAdd(H, forH, x + 32 * (bits - 1 - i), H)
    scalar.sub(H, H, constant)
    scalar.add(H, H, forD)
    scalar.mul(forG, forG, yInverse)
    scalar.mul(forD, forD, twiceYInverse)
  }
  release(from)
}

function challengeProducts(bits: u32, rounds: u32): usize {
  const x = alloc(32 * bits)
  scalar.copy(x, inverses)
  scalar.copy(x + 32, challenges)
  for (let j: u32 = 1; j < rounds; j++) {
    // From the end, so that a product is overwritten only after both longer ones are computed from it.
    for (let s = <i32>(1 << j) - 1; s >= 0; s--) {
      const shorter = x + 32 * <usize>s
      scalar.mul(x + 64 * <usize>s + 32, shorter, challenges + 32 * j)
      scalar.mul(x + 64 * <usize>s, shorter, inverses + 32 * j)
    }
  }
  return x
}

/** V_j: -weight·e²·z^(2(j + 1))·y^(bits + 1). */
function addCommitments(
  divided: usize,
  count: u32,
  zz: usize,
  yBits: usize,
  minusFactor: usize,
): void {
  const s = alloc(32)
  scalar.mul(s, minusFactor, yBits)
  scalar.mul(s, s, y)
  for (let j: u32 = 0; j < count; j++) {
    scalar.mul(s, s, zz)
    addPoint(s, divided + POINT * j)
  }
}

/** A: -weight·e²; A1: -weight·e; B: -weight; L and R: -weight·e² times the challenge squared, or over it. */
function addProofPoints(proof: usize, rounds: u32, minusFactor: usize): i32 {
  const s1 = alloc(32)
  const s2 = alloc(32)
  const zero = alloc(32)
  const A = alloc(POINT)
  if (!point.decode(A, proof)) return 0
  addPoint(minusFactor, A)
  scalar.small(zero, 0)
  scalar.sub(s2, zero, weight)
  scalar.mul(s1, s2, e)
  let fine = addTwo(s1, proof + 32, s2, proof + 64)
  for (let j: u32 = 0; j < rounds; j++) {
    const L = proof + 192 + 64 * j
    scalar.mul(s1, challenges + 32 * j, challenges + 32 * j)
    scalar.mul(s1, s1, minusFactor)
    scalar.mul(s2, inverses + 32 * j, inverses + 32 * j)
    scalar.mul(s2, s2, minusFactor)
    fine &= addTwo(s1, L, s2, L + 32)
  }
  return fine
}
