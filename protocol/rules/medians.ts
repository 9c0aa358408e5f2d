/**
 * Medians of block weights, from which the largest next block and the fees follow.
 *
 * @module
 */
import { compare, max, min } from '../bigint.ts'
import { fullRewardZone, longTermZone, surgeFactor } from './limits.ts'

/**
 * The middle value; of an even number of values the mean of the middle two, rounded down; 0 of none.
 *
 * @see monero contrib/epee/include/misc_language.h median
 */
export function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort(compare)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return 0n
  if (sorted.length % 2 === 1) return sorted[middle]!
  return (sorted[middle - 1]! + sorted[middle]!) / 2n
}

/** The long-term median, at least the zone. */
export const effectiveLongTermMedian = (longTermMedian: bigint) => max(longTermZone, longTermMedian)

/**
 * The weight with which a new block enters the long-term median.
 *
 * @param longTermMedian - Over the last 100 000 long-term weights.
 * @see monero src/cryptonote_core/blockchain.cpp get_next_long_term_block_weight
 */
export function longTermWeight(weight: bigint, longTermMedian: bigint, version: number): bigint {
  if (version < 10) return weight
  const effective = effectiveLongTermMedian(longTermMedian)
  if (version < 15) return min(weight, effective + (effective * 2n) / 5n)
  return min(max(weight, (effective * 10n) / 17n), effective + (effective * 7n) / 10n)
}

/**
 * The median that limits a block's weight; the largest block has twice that.
 *
 * @param shortTermMedian - Over the last 100 weights.
 * @see monero src/cryptonote_core/blockchain.cpp update_next_cumulative_weight_limit
 */
export function effectiveMedian(
  shortTermMedian: bigint,
  longTermMedian: bigint,
  version: number,
): bigint {
  const zone = fullRewardZone(version)
  if (version < 10) return max(zone, shortTermMedian)
  const effective = effectiveLongTermMedian(longTermMedian)
  const floor = version >= 15 ? effective : longTermZone
  return max(zone, min(max(floor, shortTermMedian), surgeFactor * effective))
}
