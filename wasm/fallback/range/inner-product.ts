/**
 * The weighted inner product argument: proves knowledge of vectors a and b.
 *
 * Each round halves the vectors. Folded generators are kept as `scale · base`, so that a round
 * multiplies one half of them instead of both.
 *
 * @see https://eprint.iacr.org/2020/735 section 3
 * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_PROVE
 * @module
 */
import type { BulletproofPlus } from '#protocol/chain/ringct.ts'
import type { RandomBytes } from '../../types.ts'
import { H as amountBase } from '../generators.ts'
import { encode, G as maskBase, sumOfProducts, type Point } from '../points.ts'
import { eighth, invert, randomScalar, reduce, writeScalar } from '../scalars.ts'
import type { Transcript } from './transcript.ts'

type Terms = readonly (readonly [bigint, Point])[]

export type Witness = {
  /** 1, y, y² ... to y^(length of a + 1). */
  yPowers: readonly bigint[]
  G: readonly Point[]
  H: readonly Point[]
  a: readonly bigint[]
  b: readonly bigint[]
  /** Mask of the commitment to a and b. */
  alpha: bigint
}

type Folded = Witness & { scaleG: bigint; scaleH: bigint }

/** All of a proof except A; undefined if a challenge is zero. */
export function proveInnerProduct(
  random: RandomBytes,
  transcript: Transcript,
  witness: Witness,
): Omit<BulletproofPlus, 'A'> | undefined {
  const L: Uint8Array[] = []
  const R: Uint8Array[] = []
  let folded: Folded = { ...witness, scaleG: 1n, scaleH: 1n }
  while (folded.a.length > 1) {
    const masks = { L: randomScalar(random), R: randomScalar(random) }
    const round = crossTerms(folded, masks)
    L.push(round.L)
    R.push(round.R)
    const challenge = transcript.absorb(round.L, round.R)
    if (challenge === 0n) return undefined
    folded = fold(folded, masks, challenge)
  }
  const last = finish(random, transcript, folded)
  return last && { ...last, L, R }
}

/** L and R of a round: the cross terms of the halves of a and b. */
function crossTerms(
  { yPowers, G, H, a, b, scaleG, scaleH }: Folded,
  masks: { L: bigint; R: bigint },
): { L: Uint8Array; R: Uint8Array } {
  const n = a.length / 2
  const [aLow, aHigh] = halves(a)
  const [bLow, bHigh] = halves(b)
  const [GLow, GHigh] = halves(G)
  const [HLow, HHigh] = halves(H)
  const y = yPowers[1]!
  const yN = yPowers[n]!
  const byG = reduce(scaleG * invert(yN))
  return {
    L: eighthOf([
      ...terms(scaled(aLow, byG), GHigh),
      ...terms(scaled(bHigh, scaleH), HLow),
      [weightedInnerProduct(aLow, bHigh, y), amountBase],
      [masks.L, maskBase],
    ]),
    R: eighthOf([
      ...terms(scaled(aHigh, reduce(scaleG * yN)), GLow),
      ...terms(scaled(bLow, scaleH), HHigh),
      [reduce(yN * weightedInnerProduct(aHigh, bLow, y)), amountBase],
      [masks.R, maskBase],
    ]),
  }
}

/** Folds both halves with the challenge e: G = G₀/e + e·y⁻ⁿ·G₁, H = e·H₀ + H₁/e. */
function fold(witness: Folded, masks: { L: bigint; R: bigint }, e: bigint): Folded {
  const { yPowers, a, b, scaleG, scaleH } = witness
  const yN = yPowers[a.length / 2]!
  const inverse = invert(e)
  const square = reduce(e * e)
  const inverseSquare = reduce(inverse * inverse)
  const [aLow, aHigh] = halves(a)
  const [bLow, bHigh] = halves(b)
  return {
    yPowers,
    G: foldPoints(witness.G, reduce(square * invert(yN))),
    H: foldPoints(witness.H, inverseSquare),
    scaleG: reduce(scaleG * inverse),
    scaleH: reduce(scaleH * e),
    a: aLow.map((low, i) => reduce(low * e + aHigh[i]! * inverse * yN)),
    b: bLow.map((low, i) => reduce(low * inverse + bHigh[i]! * e)),
    alpha: reduce(witness.alpha + masks.L * square + masks.R * inverseSquare),
  }
}

/** The final step, for a and b of length 1. */
function finish(random: RandomBytes, transcript: Transcript, witness: Folded) {
  const { yPowers, scaleG, scaleH, alpha } = witness
  const [a, b, G, H] = [witness.a[0]!, witness.b[0]!, witness.G[0]!, witness.H[0]!]
  const y = yPowers[1]!
  const r = randomScalar(random)
  const s = randomScalar(random)
  const d = randomScalar(random)
  const eta = randomScalar(random)
  const A1 = eighthOf([
    [r * scaleG, G],
    [s * scaleH, H],
    [d, maskBase],
    [y * (r * b + s * a), amountBase],
  ])
  const B = eighthOf([
    [eta, maskBase],
    [y * r * s, amountBase],
  ])
  const e = transcript.absorb(A1, B)
  if (e === 0n) return undefined
  return {
    A1,
    B,
    r1: writeScalar(r + a * e),
    s1: writeScalar(s + b * e),
    d1: writeScalar(eta + d * e + alpha * e * e),
  }
}

/** An eighth of the sum of all s·P. */
export const eighthOf = (sum: Terms) =>
  encode(sumOfProducts(sum.map(([s, point]) => [reduce(s * eighth), point])))

/** Scalars and points in pairs. */
export const terms = (scalars: readonly bigint[], points: readonly Point[]) =>
  scalars.map((s, i) => [s, points[i]!] as const)

const foldPoints = (points: readonly Point[], by: bigint): Point[] => {
  const [low, high] = halves(points)
  return low.map((point, i) => point.add(sumOfProducts([[by, high[i]!]])))
}

const scaled = (vector: readonly bigint[], by: bigint) => vector.map((n) => reduce(n * by))

const halves = <T>(vector: readonly T[]) =>
  [vector.slice(0, vector.length / 2), vector.slice(vector.length / 2)] as const

/** a₀·b₀·y + a₁·b₁·y² ... */
function weightedInnerProduct(a: readonly bigint[], b: readonly bigint[], y: bigint): bigint {
  let sum = 0n
  for (let i = a.length - 1; i >= 0; i--) sum = reduce((sum + a[i]! * b[i]!) * y)
  return sum
}
