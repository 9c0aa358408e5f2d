/**
 * How strongly two outputs are linked when one transaction spends both.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { randomIndex } from '../base/random.ts'

/**
 * 1 for outputs of one transaction; falls with the distance of their blocks, 0 from ten blocks on.
 *
 * @see monero src/wallet/wallet2.cpp get_output_relatedness
 */
export function relatedness(a: OutputRecord, b: OutputRecord): number {
  if (a.txid === b.txid) return 1
  const apart = a.height > b.height ? a.height - b.height : b.height - a.height
  if (apart === 0n) return 0.9
  if (apart === 1n) return 0.8
  return apart < 10n ? 0.2 : 0
}

/** Cached relatedness of candidates to the chosen outputs. */
export type Relations = Map<OutputRecord, { worst: number; seen: number }>

/**
 * A random candidate among those least related to all chosen outputs, or the smallest of them.
 *
 * @param candidates - At least one.
 * @param chosen - May grow from call to call with the same `relations`, which then cache the
 *   comparisons.
 * @see monero src/wallet/wallet2.cpp pop_best_value_from
 */
export function pickLeastRelated(
  random: RandomBytes,
  candidates: readonly OutputRecord[],
  chosen: readonly OutputRecord[],
  prefer: 'any' | 'smallest' = 'any',
  relations: Relations = new Map(),
): OutputRecord {
  let best = 1
  let least: OutputRecord[] = []
  for (const candidate of candidates) {
    const worst = worstOf(candidate, chosen, relations)
    if (worst < best) [best, least] = [worst, []]
    if (worst === best) least.push(candidate)
  }
  if (prefer === 'any') return least[randomIndex(random, least.length)]!
  return least.reduce((small, output) => (output.amount < small.amount ? output : small))
}

function worstOf(
  candidate: OutputRecord,
  chosen: readonly OutputRecord[],
  relations: Relations,
): number {
  const known = relations.get(candidate) ?? { worst: 0, seen: 0 }
  for (; known.seen < chosen.length; known.seen++)
    known.worst = Math.max(known.worst, relatedness(candidate, chosen[known.seen]!))
  relations.set(candidate, known)
  return known.worst
}

/**
 * One output that covers `needed`, or the two of one subaddress that cover it and are least
 * related; the oldest of equals. So most transactions have the same shape: one or two inputs, two outputs.
 *
 * @param outputs - Spendable RingCT outputs of one account, in chain order.
 * @returns An empty list when neither exists.
 * @see monero src/wallet/wallet2.cpp pick_preferred_rct_inputs
 */
export function pickPreferred(outputs: readonly OutputRecord[], needed: bigint): OutputRecord[] {
  const one = outputs.find(({ amount }) => amount >= needed)
  if (one) return [one]

  let picks: OutputRecord[] = []
  let best = 1
  const largest = largestByAddress(outputs)
  for (const [i, first] of outputs.entries()) {
    if (first.amount + largest.get(first.subaddress.address)! < needed) continue
    for (let j = i + 1; j < outputs.length; j++) {
      const second = outputs[j]!
      if (second.subaddress.address !== first.subaddress.address) continue
      if (first.amount + second.amount < needed) continue
      const related = relatedness(first, second)
      if (related < best) [best, picks] = [related, [first, second]]
      if (best === 0) return picks
    }
  }
  return picks
}

function largestByAddress(outputs: readonly OutputRecord[]): Map<number, bigint> {
  const largest = new Map<number, bigint>()
  for (const { amount, subaddress } of outputs)
    if (amount > (largest.get(subaddress.address) ?? 0n)) largest.set(subaddress.address, amount)
  return largest
}
