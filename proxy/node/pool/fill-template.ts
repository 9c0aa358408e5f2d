/**
 * Selects the transactions of the next block.
 *
 * @module
 */
import { blockReward } from '#protocol/rules/emission.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { coinbaseReservedSize } from '#protocol/rules/limits.ts'
import type { ChainView, Id } from '../types.ts'
import type { PoolEntry } from './entry.ts'

export type Filling = {
  ids: Id[]
  /** Weight of the transactions, without the miner transaction. */
  weight: bigint
  /** Sum of their fees, in piconero. */
  fee: bigint
  /** Reward of the miner, including fees. */
  reward: bigint
}

/**
 * Selects by fee until another transaction would lower the reward.
 *
 * @param entries - Highest fee rate first.
 * @param take - Whether the transaction is ready and does not conflict with an earlier one. It is called
 *   only if the weight fits.
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::fill_block_template
 */
export function fillTemplate(
  entries: Iterable<PoolEntry>,
  view: ChainView,
  take: (entry: PoolEntry) => boolean,
): Filling {
  const { medianWeight: median, generatedCoins } = view
  const rewardOf = (block: bigint) => blockReward({ median, block }, generatedCoins, newestVersion)
  // The reference wraps a negative value: above a light parent only the reward limits the weight.
  const limit = BigInt.asUintN(64, 2n * median - BigInt(coinbaseReservedSize))
  const filling: Filling = { ids: [], weight: 0n, fee: 0n, reward: rewardOf(0n) ?? 0n }
  for (const entry of entries) {
    const weight = filling.weight + entry.weight
    if (weight > limit) continue
    const fee = filling.fee + entry.fee
    const base = rewardOf(weight)
    if (base === undefined || base + fee < threshold(filling.reward)) continue
    if (!take(entry)) continue
    filling.ids.push(entry.id)
    Object.assign(filling, { weight, fee, reward: base + fee })
  }
  return filling
}

/**
 * The reward that a larger block must reach. Monero multiplies by a float of 1, which rounds to 24 bits.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp template_accept_threshold
 */
const threshold = (reward: bigint) => BigInt(Math.fround(Number(reward)))
