/**
 * Proofs that amounts are below 2^64, in Bulletproofs+.
 *
 * Names are those of the paper. Every point of a proof is divided by 8: the verifier multiplies by 8 instead
 * of checking the main subgroup.
 *
 * @see https://eprint.iacr.org/2020/735
 * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_PROVE
 * @module
 */
import type { BulletproofPlus } from '#protocol/chain/ringct.ts'
import type { RandomBytes } from '../../types.ts'
import { checkAmount, required } from '../../arguments.ts'
import { H, rangeGenerators } from '../generators.ts'
import { encode, G, multiply } from '../points.ts'
import { eighth, randomScalar, readCanonical, reduce } from '../scalars.ts'
import { eighthOf, proveInnerProduct, terms } from './inner-product.ts'
import { Transcript } from './transcript.ts'
import { maxAmounts, N, paddedSize, powers, windowedVector } from './vectors.ts'

type Opening = { amount: bigint; mask: bigint }

/** The proof, and the commitments divided by 8. @throws RangeError for invalid numbers of amounts or masks, or an amount above u64. */
export function proveRange(
  random: RandomBytes,
  amounts: readonly bigint[],
  masks: readonly Uint8Array[],
): { proof: BulletproofPlus; commitments: Uint8Array[] } {
  if (amounts.length < 1 || amounts.length > maxAmounts)
    throw new RangeError(`amounts: expected 1 to ${maxAmounts}, got ${amounts.length}`)
  if (masks.length !== amounts.length)
    throw new RangeError(`masks: expected ${amounts.length}, got ${masks.length}`)
  const openings = amounts.map((amount, i) => {
    const name = `masks[${i}]`
    checkAmount(`amounts[${i}]`, amount)
    return { amount, mask: required(name, 'a canonical scalar', readCanonical(name, masks[i]!)) }
  })
  const commitments = openings.map(({ amount, mask }) =>
    encode(multiply(reduce(eighth * mask), G).add(multiply(reduce(eighth * amount), H))),
  )
  for (;;) {
    const proof = attempt(random, openings, commitments)
    if (proof) return { proof, commitments }
  }
}

/** The proof, or undefined if a challenge is zero (probability about 2^-252). */
function attempt(
  random: RandomBytes,
  openings: readonly Opening[],
  commitments: readonly Uint8Array[],
): BulletproofPlus | undefined {
  const M = paddedSize(openings.length)
  const MN = M * N
  const Gi = rangeGenerators(MN).map((pair) => pair.Gi)
  const Hi = rangeGenerators(MN).map((pair) => pair.Hi)
  const aL = bitsOf(openings, M)
  const aR = aL.map((bit) => bit - 1n)
  const transcript = new Transcript(commitments)

  const alpha = randomScalar(random)
  const A = eighthOf([[alpha, G], ...terms(aL, Gi), ...terms(aR, Hi)])
  const y = transcript.absorb(A)
  const z = transcript.absorb()
  if (y === 0n || z === 0n) return undefined

  const yPowers = powers(y, MN + 2)
  const d = windowedVector(z, M)
  const argument = proveInnerProduct(random, transcript, {
    yPowers,
    G: Gi,
    H: Hi,
    a: aL.map((bit) => reduce(bit - z)),
    b: aR.map((bit, i) => reduce(bit + z + d[i]! * yPowers[MN - i]!)),
    // d[j·N] is z^(2j + 2), the weight of amount j.
    alpha: openings.reduce(
      (sum, { mask }, j) => reduce(sum + d[j * N]! * yPowers[MN + 1]! * mask),
      alpha,
    ),
  })
  return argument && { A, ...argument }
}

/** The bits of all amounts, lowest first, padded with zero amounts. */
const bitsOf = (openings: readonly Opening[], M: number) =>
  Array.from({ length: M }, (_, j) => openings[j]?.amount ?? 0n).flatMap((amount) =>
    Array.from({ length: N }, (_, i) => (amount >> BigInt(i)) & 1n),
  )
