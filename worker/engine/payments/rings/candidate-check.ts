/**
 * Whether a daemon's answer about ring candidates can be true.
 *
 * A daemon that may rule candidates out chooses the ring: the members that are left are those that it
 * knows. So an answer that no honest chain explains ends the attempt, and only few candidates may be unusable.
 *
 * Some strange outputs can really be on the chain: a time lock, or a miner's output with a key that is no
 * point, or with a copy of our key. They are claims that one daemon alone cannot make. When another daemon
 * repeats them, they are taken as true, and the candidate is left out.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { RealOutput } from '../../tx/ring.ts'
import type { RefusedAnswer } from '../../store/records.ts'
import type { RingCandidate } from './rings.ts'

/** The real output, and what is known of the others without the daemon. */
export type AskedOutput = {
  real: RealOutput
  /** Whether the real output cannot be locked, according to its own lock time. */
  isFree: boolean
  /** Whether the amount is in the clear: all candidates then have the commitment of the real output. */
  inClear: boolean
  /** Whether a candidate is too old to be locked. */
  isOld(index: number): boolean
}

export type Verdict = {
  /** The answer cannot be true. */
  wrong?: 'real output' | 'commitment'
  /** Claims that need another daemon's confirmation. */
  claims: string[]
}

/** The reference's words for a real output that is missing, locked or different. */
export const noRealOutput = 'Daemon response did not include the requested real output'

/**
 * How many candidates of a list may be unusable for other reasons than a young lock. More would let a
 * daemon choose the ring.
 */
export const mostUnusable = (candidates: number): number => Math.floor(candidates / 10)

/** @param answers - By global index. */
export function checkCandidates(
  crypto: Crypto,
  { real, isFree, inClear, isOld }: AskedOutput,
  answers: ReadonlyMap<number, RingCandidate>,
): Verdict {
  const own = answers.get(real.globalIndex)
  if (!own || !sameBytes(own.key, real.key) || !sameBytes(own.commitment, real.commitment))
    return { wrong: 'real output', claims: [] }
  if (!own.unlocked && isFree) return { wrong: 'real output', claims: [] }

  const claims: string[] = []
  for (const [index, { key, commitment, unlocked }] of answers) {
    if (index === real.globalIndex) continue
    // Consensus requires points here, and the amount in the clear decides the commitment.
    if (inClear ? !sameBytes(commitment, real.commitment) : !crypto.isPoint(commitment))
      return { wrong: 'commitment', claims: [] }
    if (!crypto.isPoint(key)) claims.push(`${index} no point ${bytesToHex(key)}`)
    else if (sameBytes(key, real.key)) claims.push(`${index} own key`)
    else if (!unlocked && isOld(index)) claims.push(`${index} locked`)
  }
  return { claims }
}

/** Whether another daemon made all of these claims, and they are few enough to be true. */
export const isConfirmed = (
  claims: readonly string[],
  { daemon, candidates }: { daemon: string; candidates: number },
  refused: readonly RefusedAnswer[],
): boolean =>
  claims.length <= mostUnusable(candidates) &&
  claims.every((claim) =>
    refused.some((other) => other.daemon !== daemon && other.claims.includes(claim)),
  )
