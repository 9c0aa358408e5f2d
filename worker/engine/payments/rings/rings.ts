/**
 * Rings: selects the outputs to query for one spent output, and builds the ring from the answer.
 *
 * Neither the query nor a false answer may reveal the real output to the daemon. A ring in which
 * the real output differs from the daemon's answer would point at it.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_outs
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { minedUnlockWindow, spendableAge } from '#protocol/rules/limits.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'
import type { RealOutput, Ring } from '../../tx/ring.ts'
import { transferError } from '../../base/daemon-errors.ts'

/** An output as the daemon reports it. */
export type RingCandidate = RingMember & { unlocked: boolean }

/** Draws decoys. */
export type DecoySource = {
  /** Decoys have indices below this. */
  readonly spendable: number
  /**
   * Index of an output, or undefined for a draw outside the range: draw again.
   *
   * @param picked - Number of indices picked so far, the real output included.
   */
  pick(picked: number): number | undefined
}

// A forged distribution can leave fewer outputs than a ring needs.
const mostDraws = 100_000

/**
 * Number of RingCT outputs to query for a ring, spares for locked ones included, above all recent
 * coinbases.
 */
export const requestedOutputs = (ringSize: number): number =>
  Math.floor(ringSize * 1.5 + 1) + Number(minedUnlockWindow - spendableAge)

/**
 * Indices to query, in order of preference: the real output first.
 *
 * @param known - An earlier ring of the same output, which is reused: two different rings of one
 *   output would share only the real member.
 * @returns Exactly the requested number; indices may repeat on a small chain.
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

// On such a young chain all outputs are queried; the last one repeats to keep the count.
function allOf(spendable: number, first: readonly number[], wanted: number): number[] {
  const every = Array.from({ length: spendable }, (_, index) => index)
  const order = [...new Set([...first, ...every])]
  while (order.length < wanted) order.push(spendable - 1)
  return order
}

/**
 * Builds the ring from the daemon's answer, which {@link file://./candidate-check.ts} accepted.
 *
 * All its one-time keys differ. The reference only requires distinct indices. But a second member
 * with the real output's key would be burnt with it, and decoys with equal keys hide less.
 *
 * @param picks - In order of preference.
 * @param candidates - By global index, the real output among them.
 * @param unusable - How many picks may be left out besides locked ones.
 * @returns Undefined when too many would be left out.
 * @throws {RpcError} NOT_ENOUGH_OUTS_TO_MIX when too few decoys are usable.
 * @see monero src/wallet/wallet2.cpp tx_add_fake_output
 */
export function makeRing(
  crypto: Crypto,
  real: RealOutput,
  picks: readonly number[],
  candidates: ReadonlyMap<number, RingCandidate>,
  { ringSize, unusable }: { ringSize: number; unusable: number },
): Ring | undefined {
  const members = new Map([[bytesToHex(real.key), real]])
  let left = unusable
  for (const globalIndex of new Set(picks)) {
    if (members.size === ringSize) break
    const output = candidates.get(globalIndex)
    if (globalIndex === real.globalIndex || !output?.unlocked) continue
    const name = bytesToHex(output.key)
    if (members.has(name) || !isUsable(crypto, output)) {
      if (left-- === 0) return undefined
      continue
    }
    members.set(name, { globalIndex, key: output.key, commitment: output.commitment })
  }
  if (members.size < ringSize)
    throw new RpcError('NOT_ENOUGH_OUTS_TO_MIX', 'not enough outputs to use Please use sweep_dust.')
  const sorted = [...members.values()].sort((a, b) => a.globalIndex - b.globalIndex)
  return { members: sorted, realIndex: sorted.indexOf(real) }
}

// Consensus requires points, not points of the subgroup: such outputs can be on the chain.
const isUsable = (crypto: Crypto, { key, commitment }: RingMember) =>
  crypto.isInMainSubgroup(key) && crypto.isInMainSubgroup(commitment)

/**
 * Whether nodes will accept the rings of a transaction as plausible: few shared members, and recent
 * ones.
 *
 * @param rings - Of RingCT outputs only.
 * @param outputs - Number of RingCT outputs in the chain.
 * @see monero src/cryptonote_core/tx_sanity_check.cpp
 */
export function isPlausible(
  rings: readonly { members: readonly { globalIndex: number }[] }[],
  outputs: number,
): boolean {
  const indices = rings.flatMap(({ members }) => members.map(({ globalIndex }) => globalIndex))
  if (indices.length <= 10 || outputs < 10_000) return true
  const unique = [...new Set(indices)].sort((a, b) => a - b)
  if (unique.length < Math.floor((indices.length * 8) / 10)) return false
  return median(unique) >= Math.floor((outputs * 6) / 10)
}

// For an even number, the mean of the middle two, as epee::misc_utils::median.
function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const high = sorted[middle]!
  return sorted.length % 2 === 1 ? high : Math.floor((sorted[middle - 1]! + high) / 2)
}
