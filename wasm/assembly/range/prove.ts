/**
 * Bulletproofs+, the prover: commitments hide amounts between 0 and 2^64 - 1.
 *
 * Amounts and masks are secret. They are only used in scalar arithmetic, masked selections and
 * constant-time multiplications. Challenges, the powers of y and z, and the folded generators
 * are public: the verifier computes the same.
 *
 * @see H. Chung et al., "Bulletproofs+: Shorter Proofs for a Privacy-Enhanced Distributed Ledger"; monero
 * src/ringct/bulletproofs_plus.cc bulletproof_plus_PROVE
 * @module
 */
import { sumGH } from '../amounts.ts'
import { foldVector } from './fold.ts'
import { BITS, generatorG, generatorH, makeGenerators } from './generators.ts'
import { hashToScalar } from '../keys.ts'
import { POINT, alloc, entryScratch, mark, release } from '../memory.ts'
import { sumOfSecrets } from '../curve/multiexp.ts'
import { multiply, multiplyG } from '../curve/multiply.ts'
import { encodeAll } from '../curve/normalize.ts'
import * as point from '../curve/point.ts'
import { randomScalar } from '../random.ts'
import * as scalar from '../curve/scalar.ts'
import * as transcript from './transcript.ts'

/** Amounts of the proof, and bits of all of them with the padding to a power of two. */
let amountCount: u32 = 0
let bitCount: u32 = 0
let amounts: usize = 0
let masks: usize = 0
/** Layout of the proof: V[n], A, A1, B, r1, s1, d1, then L and R of each round. */
let proof: usize = 0
let t: usize = 0
let y: usize = 0
let z: usize = 0
/** y^0 .. y^(bits + 1), and y^-0 .. y^-(bits - 1). */
let yPowers: usize = 0
let yInversePowers: usize = 0
/** The vectors a and b of the inner product, their generators, and the mask alpha. */
let a: usize = 0
let b: usize = 0
let G: usize = 0
let H: usize = 0
let alpha: usize = 0
/**
 * Folding is expensive, so the first two rounds fold together. In between, each generator is a sum of
 * `spread` entries of the vectors, with these weights: generator k the sum of w_s·G_(k + s·length).
 */
let spread: u32 = 1
let weightsG: usize = 0
let weightsH: usize = 0

/**
 * Writes the proof of `count` amounts to `o`.
 *
 * @param values - 64-bit amounts. @param gammas - Their masks, 32 bytes each.
 */
export function proveRange(o: usize, count: u32, values: usize, gammas: usize): void {
  let padded: u32 = 1
  while (padded < count) padded *= 2
  amountCount = count
  bitCount = padded * BITS
  amounts = values
  masks = gammas
  proof = o
  makeGenerators(bitCount)
  t = alloc(32)
  y = alloc(32)
  z = alloc(32)
  alpha = alloc(32)
  yPowers = alloc(32 * (bitCount + 2))
  yInversePowers = alloc(32 * bitCount)
  a = alloc(32 * bitCount)
  b = alloc(32 * bitCount)
  G = alloc(POINT * bitCount)
  H = alloc(POINT * bitCount)
  weightsG = alloc(64)
  weightsH = alloc(64)
  commitAmounts()
  // A challenge of 0 has no inverse. Its probability is 2^-252; then all is drawn again.
  while (!attempt()) {}
}

/** V = (gamma·G + v·H) / 8. */
function commitAmounts(): void {
  const from = mark()
  const points = alloc(POINT * amountCount)
  const v = alloc(32)
  const gamma = alloc(32)
  for (let j: u32 = 0; j < amountCount; j++) {
    scalar.small(v, load<u64>(amounts + 8 * j))
    scalar.mul(v, v, scalar.eighth)
    scalar.mul(gamma, masks + 32 * j, scalar.eighth)
    sumGH(points + POINT * j, gamma, v)
  }
  encodeAll(proof, points, amountCount)
  release(from)
}

function attempt(): bool {
  const A = proof + 32 * amountCount
  transcript.begin(t, proof, amountCount)
  randomScalar(alpha)
  commitBits(A)
  transcript.update(t, A)
  scalar.copy(y, t)
  hashToScalar(t, y, 32)
  scalar.copy(z, t)
  if (!scalar.isNonZero(y) || !scalar.isNonZero(z)) return false
  fillPowers()
  fillVectors()
  withoutSpread()
  addMasks()
  let L = A + 6 * 32
  for (let half = bitCount / 2; half > 0; half /= 2, L += 64) if (!round(half, L)) return false
  return finish(A + 32)
}

/** Bit i of the concatenated amounts; 0 in the padding. */
function bitOf(i: u32): u32 {
  const j = i / BITS
  return j < amountCount ? (<u32>(load<u64>(amounts + 8 * j) >> (i & 63))) & 1 : 0
}

/** A = (alpha·G + the sum of G_i where the bit is 1, and of -H_i where it is 0) / 8. */
function commitBits(o: usize): void {
  const from = mark()
  const sum = alloc(POINT)
  const p = alloc(POINT)
  point.identity(sum)
  for (let i: u32 = 0; i < bitCount; i++) {
    const mask = -(<i32>bitOf(i))
    point.negateAffine(p, generatorH(i))
    point.chooseAffine(entryScratch, p, generatorG(i), mask)
    point.addAffine(sum, sum, entryScratch, true)
  }
  multiplyG(p, alpha)
  point.cache(p, p)
  point.add(sum, sum, p, true)
  multiply(sum, scalar.eighth, sum)
  point.encode(o, sum)
  release(from)
}

function fillPowers(): void {
  const from = mark()
  const inverse = alloc(32)
  scalar.invert(inverse, y)
  scalar.small(yPowers, 1)
  scalar.small(yInversePowers, 1)
  for (let i: u32 = 1; i < bitCount + 2; i++)
    scalar.mul(yPowers + 32 * i, yPowers + 32 * (i - 1), y)
  for (let i: u32 = 1; i < bitCount; i++)
    scalar.mul(yInversePowers + 32 * i, yInversePowers + 32 * (i - 1), inverse)
  release(from)
}

/** a = bit - z, b = bit - 1 + z + d·y^(bits - i), d = z^(2(j + 1))·2^k for bit k of amount j. */
function fillVectors(): void {
  const from = mark()
  const d = alloc(32)
  const zz = alloc(32)
  const zPower = alloc(32)
  const bit = alloc(32)
  const zLessOne = alloc(32)
  scalar.mul(zz, z, z)
  scalar.small(bit, 1)
  scalar.copy(zPower, bit)
  scalar.sub(zLessOne, z, bit)
  for (let i: u32 = 0; i < bitCount; i++) {
    if (i % BITS === 0) {
      scalar.mul(zPower, zPower, zz)
      scalar.copy(d, zPower)
    } else scalar.add(d, d, d)
    scalar.small(bit, bitOf(i))
    scalar.sub(a + 32 * i, bit, z)
    scalar.add(bit, bit, zLessOne)
    scalar.mulAdd(b + 32 * i, d, yPowers + 32 * (bitCount - i), bit)
    point.identity(G + POINT * i)
    point.addAffine(G + POINT * i, G + POINT * i, generatorG(i), true)
    point.identity(H + POINT * i)
    point.addAffine(H + POINT * i, H + POINT * i, generatorH(i), true)
  }
  release(from)
}

/** alpha += the sum of z^(2(j + 1))·y^(bits + 1)·gamma_j. */
function addMasks(): void {
  const from = mark()
  const zz = alloc(32)
  const factor = alloc(32)
  scalar.mul(zz, z, z)
  scalar.copy(factor, yPowers + 32 * (bitCount + 1))
  for (let j: u32 = 0; j < amountCount; j++) {
    scalar.mul(factor, factor, zz)
    scalar.mulAdd(alpha, factor, masks + 32 * j, alpha)
  }
  release(from)
}

/** One round of the inner product: vectors of 2·half become vectors of half. False on a challenge of 0. */
function round(half: u32, L: usize): bool {
  const from = mark()
  const dL = alloc(32)
  const dR = alloc(32)
  const inverse = alloc(32)
  const square = alloc(32)
  const high = 32 * half
  randomScalar(dL)
  randomScalar(dR)
  commitRound(L, half, yInversePowers + high, a, b + high, half, 0, 0, dL)
  commitRound(L + 32, half, yPowers + high, a + high, b, 0, half, half, dR)
  transcript.updateTwice(t, L, L + 32)
  if (!scalar.isNonZero(t)) return false
  scalar.invert(inverse, t)
  foldPoints(half, inverse)
  foldScalars(half, inverse)
  scalar.mul(square, t, t)
  scalar.mulAdd(alpha, dL, square, alpha)
  scalar.mul(square, inverse, inverse)
  scalar.mulAdd(alpha, dR, square, alpha)
  release(from)
  return true
}

/**
 * L or R of a round: (the sum of a_i·factor·G_(g + i) + b_i·H_(h + i), and c·H + d·G) / 8, where c is the sum
 * of a_i·b_i·y^(i + 1 + shift).
 */
function commitRound(
  o: usize,
  half: u32,
  factor: usize,
  aHalf: usize,
  bHalf: usize,
  g: u32,
  h: u32,
  shift: u32,
  d: usize,
): void {
  const from = mark()
  const terms: u32 = 2 * half * spread
  const scalars = alloc(32 * terms)
  const points = alloc(POINT * terms)
  const weight = alloc(32)
  const p = alloc(POINT)
  for (let s: u32 = 0; s < spread; s++) {
    const at = 2 * half * s
    scalar.mul(weight, factor, scalar.eighth)
    scalar.mul(weight, weight, weightsG + 32 * s)
    scaleAll(scalars + 32 * at, aHalf, weight, half)
    scalar.mul(weight, scalar.eighth, weightsH + 32 * s)
    scaleAll(scalars + 32 * (at + half), bHalf, weight, half)
    memory.copy(points + POINT * at, G + POINT * (at + g), POINT * half)
    memory.copy(points + POINT * (at + half), H + POINT * (at + h), POINT * half)
  }
  sumOfSecrets(p, scalars, points, terms)
  addInnerProduct(p, half, aHalf, bHalf, shift, d)
  point.encode(o, p)
  release(from)
}

/** o_i = a_i·s */
function scaleAll(o: usize, a: usize, s: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) scalar.mul(o + 32 * i, a + 32 * i, s)
}

/** o = o + (c·H + d·G) / 8 */
function addInnerProduct(
  o: usize,
  half: u32,
  aHalf: usize,
  bHalf: usize,
  shift: u32,
  d: usize,
): void {
  const from = mark()
  const c = alloc(32)
  const product = alloc(32)
  const p = alloc(POINT)
  scalar.small(c, 0)
  for (let i: u32 = 0; i < half; i++) {
    scalar.mul(product, aHalf + 32 * i, bHalf + 32 * i)
    scalar.mulAdd(c, product, yPowers + 32 * (i + 1 + shift), c)
  }
  scalar.mul(c, c, scalar.eighth)
  scalar.mul(product, d, scalar.eighth)
  sumGH(p, product, c)
  point.cache(p, p)
  point.add(o, o, p, true)
  release(from)
}

/** G_i = G_i/c + c·y^-half·G_(half + i), H_i = c·H_i + H_(half + i)/c, c the challenge. */
function foldPoints(half: u32, inverse: usize): void {
  const from = mark()
  const factor = alloc(32)
  scalar.mul(factor, yInversePowers + 32 * half, t)
  if (half === bitCount / 2) {
    spread = 2
    scalar.copy(weightsG, inverse)
    scalar.copy(weightsG + 32, factor)
    scalar.copy(weightsH, t)
    scalar.copy(weightsH + 32, inverse)
  } else {
    foldVector(G, half, weightsG, spread, inverse, factor)
    foldVector(H, half, weightsH, spread, t, inverse)
    withoutSpread()
  }
  release(from)
}

function withoutSpread(): void {
  spread = 1
  scalar.small(weightsG, 1)
  scalar.small(weightsH, 1)
}

/** a_i = c·a_i + y^half/c·a_(half + i), b_i = b_i/c + c·b_(half + i). */
function foldScalars(half: u32, inverse: usize): void {
  const from = mark()
  const factor = alloc(32)
  scalar.mul(factor, inverse, yPowers + 32 * half)
  for (let i: u32 = 0; i < half; i++) {
    const low = 32 * i
    const high = 32 * (half + i)
    scalar.mul(a + low, a + low, t)
    scalar.mulAdd(a + low, a + high, factor, a + low)
    scalar.mul(b + low, b + low, inverse)
    scalar.mulAdd(b + low, b + high, t, b + low)
  }
  release(from)
}

/** A1, B and the responses r1, s1, d1. False on a challenge of 0. */
function finish(A1: usize): bool {
  const B = A1 + 32
  const from = mark()
  const r = alloc(32)
  const s = alloc(32)
  const d = alloc(32)
  const eta = alloc(32)
  const product = alloc(32)
  const p = alloc(POINT)
  const q = alloc(POINT)
  randomScalar(r)
  randomScalar(s)
  randomScalar(d)
  randomScalar(eta)

  // A1 = (r·G_0 + s·H_0 + d·G + y·(r·b + s·a)·H) / 8
  scalar.mul(product, r, b)
  scalar.mulAdd(product, s, a, product)
  scalar.mul(product, product, y)
  sumGH(p, d, product)
  multiply(q, r, G)
  point.cache(q, q)
  point.add(p, p, q, true)
  multiply(q, s, H)
  point.cache(q, q)
  point.add(p, p, q, true)
  multiply(p, scalar.eighth, p)
  point.encode(A1, p)

  // B = (eta·G + r·y·s·H) / 8
  scalar.mul(product, r, s)
  scalar.mul(product, product, y)
  scalar.mul(product, product, scalar.eighth)
  const eighthOfEta = alloc(32)
  scalar.mul(eighthOfEta, eta, scalar.eighth)
  sumGH(p, eighthOfEta, product)
  point.encode(B, p)

  transcript.updateTwice(t, A1, B)
  if (!scalar.isNonZero(t)) return false
  // r1 = a·e + r, s1 = b·e + s, d1 = (alpha·e + d)·e + eta
  scalar.mulAdd(B + 32, a, t, r)
  scalar.mulAdd(B + 64, b, t, s)
  scalar.mulAdd(product, alpha, t, d)
  scalar.mulAdd(B + 96, product, t, eta)
  release(from)
  return true
}
