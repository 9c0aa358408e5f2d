/**
 * Verification of Bulletproofs+, any number in one sum of products.
 *
 * Each proof states that a sum of products is the identity. The sums are added with random weights, so that
 * the total is the identity only if every sum is, except with negligible probability.
 *
 * @see https://eprint.iacr.org/2020/735 section 6.1
 * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_VERIFY
 * @module
 */
import type { BulletproofPlus } from '#protocol/chain/ringct.ts'
import type { RandomBytes } from '../../types.ts'
import { H, rangeGenerators } from '../generators.ts'
import { decode, encode, G, multiply, sumOfProducts, times8, type Point } from '../points.ts'
import { eighth, invert, randomScalar, readCanonical, reduce } from '../scalars.ts'
import { Transcript } from './transcript.ts'
import { maxAmounts, N, paddedSize, powers, windowedVector } from './vectors.ts'

export type RangeStatement = {
  proof: BulletproofPlus
  /** Of the outputs, not divided by 8. */
  commitments: readonly Uint8Array[]
}

/** True for no proofs at all. */
export function verifyRanges(random: RandomBytes, statements: readonly RangeStatement[]): boolean {
  const batch: Batch = { G: 0n, H: 0n, Gi: [], Hi: [], rest: [] }
  for (const read of statements.map(readStatement)) {
    const challenges = read && challengesOf(read)
    if (!challenges) return false
    weighIn(batch, read, challenges, randomScalar(random))
  }
  const generators = rangeGenerators(batch.Gi.length)
  const sum = sumOfProducts([
    [reduce(batch.G), G],
    [reduce(batch.H), H],
    ...batch.rest,
    ...generators.map(({ Gi }, i) => [reduce(batch.Gi[i]!), Gi] as const),
    ...generators.map(({ Hi }, i) => [reduce(batch.Hi[i]!), Hi] as const),
  ])
  return sum.is0()
}

/** Scalars of the common points, summed over all proofs, and the points of the proofs themselves. */
type Batch = {
  G: bigint
  H: bigint
  Gi: bigint[]
  Hi: bigint[]
  rest: (readonly [bigint, Point])[]
}

/** A proof with canonical scalars and consistent sizes, its points times 8. */
type Read = {
  proof: BulletproofPlus
  /** Commitments divided by 8, for the transcript. */
  eighths: Uint8Array[]
  M: number
  r1: bigint
  s1: bigint
  d1: bigint
  points: { V: Point[]; L: Point[]; R: Point[]; A: Point; A1: Point; B: Point }
}

function readStatement({ proof, commitments }: RangeStatement): Read | undefined {
  const r1 = readCanonical('r1', proof.r1)
  const s1 = readCanonical('s1', proof.s1)
  const d1 = readCanonical('d1', proof.d1)
  const whole = commitments.map((commitment, i) => decode(`commitments[${i}]`, commitment))
  const L = proof.L.map((bytes, i) => decode(`L[${i}]`, bytes))
  const R = proof.R.map((bytes, i) => decode(`R[${i}]`, bytes))
  const A = decode('A', proof.A)
  const A1 = decode('A1', proof.A1)
  const B = decode('B', proof.B)
  if (r1 === undefined || s1 === undefined || d1 === undefined || !A || !A1 || !B) return undefined
  if (!all(whole) || !all(L) || !all(R)) return undefined
  if (whole.length < 1 || whole.length > maxAmounts) return undefined
  const M = paddedSize(whole.length)
  if (2 ** L.length !== M * N || R.length !== L.length) return undefined

  // Torsion vanishes only with the multiplication by 8; the transcript still depends on it.
  const V = whole.map((commitment) => multiply(eighth, commitment))
  const points = {
    V: V.map(times8),
    L: L.map(times8),
    R: R.map(times8),
    A: times8(A),
    A1: times8(A1),
    B: times8(B),
  }
  return { proof, eighths: V.map(encode), M, r1, s1, d1, points }
}

const all = (points: (Point | undefined)[]): points is Point[] => !points.includes(undefined)

type Challenges = { y: bigint; z: bigint; rounds: bigint[]; e: bigint }

function challengesOf({ proof, eighths }: Read): Challenges | undefined {
  const transcript = new Transcript(eighths)
  const y = transcript.absorb(proof.A)
  const z = transcript.absorb()
  const rounds = proof.L.map((L, j) => transcript.absorb(L, proof.R[j]!))
  const e = transcript.absorb(proof.A1, proof.B)
  return [y, z, e, ...rounds].includes(0n) ? undefined : { y, z, rounds, e }
}

/** Adds one proof's sum, times `weight`, to the batch. */
function weighIn(batch: Batch, read: Read, { y, z, rounds, e }: Challenges, weight: bigint) {
  const { M, r1, s1, d1, points } = read
  const MN = M * N
  const yPowers = powers(y, MN + 2)
  const d = windowedVector(z, M)
  const ee = reduce(e * e)
  const add = (s: bigint, point: Point) => batch.rest.push([reduce(weight * s), point])

  points.V.forEach((V, j) => add(-ee * d[j * N]! * yPowers[MN + 1]!, V))
  add(-1n, points.B)
  add(-e, points.A1)
  add(-ee, points.A)
  rounds.forEach((challenge, j) => {
    const inverse = invert(challenge)
    add(-ee * reduce(challenge * challenge), points.L[j]!)
    add(-ee * reduce(inverse * inverse), points.R[j]!)
  })

  const sumOfD = d.reduce((sum, term) => sum + term, 0n)
  const sumOfY = yPowers.slice(1, MN + 1).reduce((sum, term) => sum + term, 0n)
  const known = yPowers[MN + 1]! * z * reduce(sumOfD) + (z * z - z) * reduce(sumOfY)
  batch.G += reduce(weight * d1)
  batch.H += reduce(weight * (r1 * y * s1 + ee * reduce(known)))

  const products = challengeProducts(rounds)
  const inversePowers = powers(invert(y), MN)
  for (let i = 0; i < MN; i++) {
    const g = e * r1 * reduce(inversePowers[i]! * products[i]!) + ee * z
    const h = e * s1 * products[MN - 1 - i]! - ee * (z + d[i]! * yPowers[MN - i]!)
    batch.Gi[i] = (batch.Gi[i] ?? 0n) + reduce(weight * g)
    batch.Hi[i] = (batch.Hi[i] ?? 0n) + reduce(weight * h)
  }
}

/** At i the product of all challenges, inverted where the bit of i is 0; the first is the top bit. */
function challengeProducts(rounds: readonly bigint[]): bigint[] {
  let products = [1n]
  for (const challenge of rounds) {
    const inverse = invert(challenge)
    products = products.flatMap((product) => [
      reduce(product * inverse),
      reduce(product * challenge),
    ])
  }
  return products
}
