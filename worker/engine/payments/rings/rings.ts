/**
 * Rings: which outputs to ask the daemon about for one spent output, and what to make of its answer.
 *
 * The daemon must not learn from the question which output is ours, nor from its own lies in the
 * answer: a ring in which our output differs from what the daemon told would point at it.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_outs
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { minedUnlockWindow, spendableAge } from '#protocol/rules/limits.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'
import type { RealOutput, Ring } from '../../tx/ring.ts'
import { transferError } from '../../base/daemon-errors.ts'

/** What the daemon says of one output. */
export type RingCandidate = RingMember & { unlocked: boolean }

/** Draws outputs that pass for ours. */
export type DecoySource = {
  /** Decoys have indices below this. */
  readonly spendable: number
  /**
   * Index of an output, or undefined for a draw that names none: draw again.
   *
   * @param picked - How many there are already, with ours.
   */
  pick(picked: number): number | undefined
}

// A distribution that was made up can leave less to draw than a ring needs.
const mostDraws = 100_000

/** How many outputs of RingCT are asked about for a ring: spares for locked ones, recent coinbases above all. */
export const requestedOutputs = (ringSize: number): number =>
  Math.floor(ringSize * 1.5 + 1) + Number(minedUnlockWindow - spendableAge)

/**
 * Indices to ask about, in the order in which they will be preferred: ours first.
 *
 * @param known - An earlier ring of the same output, to be used again: two rings of one output
 *   with nothing else in common would name it.
 * @returns Exactly as many as are wanted; some may repeat on a small chain.
 */
export function choosePicks(
  picker: DecoySource,
  real: number,
  known: readonly number[],
  wanted: number,
): number[] {
  const { spendable } = picker
  const kept = known.filter((index) => index < spendable && index !== real)
  if (spendable <= wanted) return allOf(spendable, kept, wanted)

  const picks = new Set([real, ...kept])
  for (let draw = 0; picks.size < wanted; draw++) {
    if (draw === mostDraws) throw transferError('failed to get output distribution')
    const pick = picker.pick(picks.size)
    if (pick !== undefined) picks.add(pick)
  }
  return [...picks]
}

// A chain so young is asked about as a whole; the last one repeats to keep the count.
function allOf(spendable: number, first: readonly number[], wanted: number): number[] {
  const every = Array.from({ length: spendable }, (_, index) => index)
  const order = [...new Set([...first, ...every])]
  while (order.length < wanted) order.push(spendable - 1)
  return order
}

/**
 * The ring, from what the daemon told about the picks.
 *
 * Its one-time keys all differ. The reference only asks that of the indices; but a second member with
 * our key would be burnt with ours, and decoys that are the same key hide less than they seem to.
 *
 * @param picks - As {@link choosePicks} gave them.
 * @param candidates - By global index.
 * @param inClear - Whether ours is of before RingCT: others of its amount then have its commitment.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR when our output is not told as it is;
 *   NOT_ENOUGH_OUTS_TO_MIX when too few of the others will do.
 * @see monero src/wallet/wallet2.cpp tx_add_fake_output
 */
export function makeRing(
  crypto: Crypto,
  real: RealOutput,
  picks: readonly number[],
  candidates: ReadonlyMap<number, RingCandidate>,
  ringSize: number,
  inClear = false,
): Ring {
  const own = candidates.get(real.globalIndex)
  if (
    !own?.unlocked ||
    !sameBytes(own.key, real.key) ||
    !sameBytes(own.commitment, real.commitment)
  )
    throw new RpcError(
      'GENERIC_TRANSFER_ERROR',
      'Daemon response did not include the requested real output',
    )
  // By key, which keeps an index from standing in it twice as well.
  const members = new Map([[bytesToHex(real.key), real]])
  for (const globalIndex of picks) {
    if (members.size === ringSize) break
    const output = candidates.get(globalIndex)
    if (!output?.unlocked || members.has(bytesToHex(output.key))) continue
    if (!isUsable(crypto, output) || (inClear && !sameBytes(output.commitment, real.commitment)))
      continue
    const { key, commitment } = output
    members.set(bytesToHex(key), { globalIndex, key, commitment })
  }
  if (members.size < ringSize)
    throw new RpcError('NOT_ENOUGH_OUTS_TO_MIX', 'not enough outputs to use Please use sweep_dust.')
  const sorted = [...members.values()].sort((a, b) => a.globalIndex - b.globalIndex)
  return { members: sorted, realIndex: sorted.indexOf(real) }
}

const isUsable = (crypto: Crypto, { key, commitment }: RingMember) =>
  crypto.isInMainSubgroup(key) && crypto.isInMainSubgroup(commitment)

/**
 * Whether nodes will find the rings of a transaction plausible: few shared members, and recent ones.
 *
 * @param rings - Of outputs of RingCT: no others are looked at.
 * @param outputs - RingCT outputs in the chain.
 * @see monero src/cryptonote_core/tx_sanity_check.cpp
 */
export function isPlausible(rings: readonly Ring[], outputs: number): boolean {
  const indices = rings.flatMap(({ members }) => members.map(({ globalIndex }) => globalIndex))
  if (indices.length <= 10 || outputs < 10_000) return true
  const unique = [...new Set(indices)].sort((a, b) => a - b)
  if (unique.length < Math.floor((indices.length * 8) / 10)) return false
  return median(unique) >= Math.floor((outputs * 6) / 10)
}

// Of an even number, the mean of the two in the middle, as epee::misc_utils::median.
function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const high = sorted[middle]!
  return sorted.length % 2 === 1 ? high : Math.floor((sorted[middle - 1]! + high) / 2)
}
