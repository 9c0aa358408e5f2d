/**
 * Which transactions go into the next block.
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
  /** Of the transactions, without the miner's. */
  weight: bigint
  /** All they pay, in piconero. */
  fee: bigint
  /** What the miner may pay himself, fees included. */
  reward: bigint
}

/**
 * Chooses by fee until another would cost the miner more than it pays.
 *
 * @param entries - The best paying first.
 * @param take - Whether it is ready, and spends nothing that an earlier one does; called once the
 *   weight is found to fit.
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::fill_block_template
 */
export function fillTemplate(
  entries: Iterable<PoolEntry>,
  view: ChainView,
  take: (entry: PoolEntry) => boolean,
): Filling {
  const { medianWeight: median, generatedCoins } = view
  const rewardOf = (block: bigint) => blockReward({ median, block }, generatedCoins, newestVersion)
  // Below 0 it wraps round in the reference: on a light parent the reward alone decides.
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
 * What a block must pay at least to be the better one. Monero multiplies by a float of 1, and so rounds
 * to 24 bits.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp template_accept_threshold
 */
const threshold = (reward: bigint) => BigInt(Math.fround(Number(reward)))
