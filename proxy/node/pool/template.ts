/**
 * Which transactions go into the next block.
 *
 * @module
 */
import { blockReward } from '#protocol/rules/emission.ts'
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
  const { version, medianWeight: median } = view
  const rewardOf = (block: bigint) => blockReward({ median, block }, view.generatedCoins, version)
  const limit = (version >= 5 ? 2n * median : (130n * median) / 100n) - BigInt(coinbaseReservedSize)
  const filling: Filling = { ids: [], weight: 0n, fee: 0n, reward: rewardOf(0n) ?? 0n }
  for (const entry of entries) {
    const weight = filling.weight + entry.weight
    if (weight > limit) continue
    const fee = filling.fee + entry.fee
    // Before version 5 blocks were filled up to the median, whatever the penalty.
    if (version < 5 && filling.weight > median) break
    const base = rewardOf(weight)
    if (base === undefined || (version >= 5 && base + fee < filling.reward)) continue
    if (!take(entry)) continue
    filling.ids.push(entry.id)
    Object.assign(filling, { weight, fee, reward: base + fee })
  }
  return filling
}
