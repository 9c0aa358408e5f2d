/**
 * `get_output_histogram`: how many outputs there are of each amount.
 *
 * @module
 */
import { spendableAge } from '#protocol/rules/limits.ts'
import type { NodeContext } from '../context.ts'

type HistogramParams = {
  amounts: readonly bigint[]
  min_count: bigint
  max_count: bigint
  unlocked: boolean
  recent_cutoff: bigint
}

/**
 * How many outputs there are of each amount.
 *
 * @see monero src/blockchain_db/lmdb/db_lmdb.cpp get_output_histogram
 */
export function histogramOf({ chain }: NodeContext, params: HistogramParams) {
  const { amounts, min_count, max_count, unlocked, recent_cutoff } = params
  const all =
    amounts.length === 0
      ? chain.outputAmounts()
      : [...new Set(amounts)]
          .sort((a, b) => (a < b ? -1 : 1))
          .map((amount) => ({ amount, count: chain.outputCount(amount) }))
  return all
    .filter(({ count }) => count >= min_count && (max_count === 0n || count <= max_count))
    .map(({ amount, count }) => {
      const looksAtAge = unlocked || recent_cutoff > 0n
      const mature = looksAtAge ? matureOutputs({ chain }, amount) : 0n
      const older = recent_cutoff > 0n ? outputsBefore({ chain }, amount, recent_cutoff) : mature
      return {
        amount,
        total_instances: count,
        unlocked_instances: mature,
        recent_instances: mature > older ? mature - older : 0n,
      }
    })
}

/** Number of outputs of an amount that are old enough to be spent. */
export function matureOutputs({ chain }: Pick<NodeContext, 'chain'>, amount: bigint): bigint {
  const newest = chain.height() - spendableAge
  return newest < 0n ? 0n : chain.outputCountUpTo(amount, newest)
}

// Timestamps of blocks do not always ascend: the newest older block ends the search, as in the reference.
function outputsBefore({ chain }: Pick<NodeContext, 'chain'>, amount: bigint, cutoff: bigint) {
  let height = chain.height() - spendableAge
  while (height >= 0n && chain.infoAt(height)!.timestamp >= cutoff) height--
  return height < 0n ? 0n : chain.outputCountUpTo(amount, height)
}
