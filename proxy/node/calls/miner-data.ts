/**
 * What mining pools need to build blocks: `get_miner_data`, and messages to subscribers.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_miner_data, send_miner_notifications
 */
import { versionAt } from '#protocol/rules/forks.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import type { NodeContext } from '../context.ts'
import { minerBacklog } from '../pool/block-template.ts'
import { wideHex } from './uint128.ts'

type Source = Pick<NodeContext, 'chain' | 'pool' | 'options' | 'seedEpoch'>

export function minerData({ chain, pool, options, seedEpoch }: Source) {
  const height = chain.height()
  return {
    major_version: versionAt(options.network, height),
    height,
    prev_id: chain.topId(),
    seed_hash: chain.idAt(seedHeight(height, seedEpoch))!,
    difficulty: wideHex(chain.nextDifficulty()),
    median_weight: chain.weightMedian(),
    already_generated_coins: chain.tip().generatedCoins,
    tx_backlog: minerBacklog(pool, chain.view()).map(({ id, weight, fee }) => ({
      id,
      weight,
      fee,
    })),
  }
}
