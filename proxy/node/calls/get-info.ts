/**
 * State of the node and of its chain.
 *
 * @module
 */
import { blockTarget } from '#protocol/rules/limits.ts'
import type { NodeContext } from '../context.ts'
import { okPaid } from './ok-status.ts'
import { cumulativeDifficultyFields, difficultyFields } from './uint128.ts'

/** @see monero src/rpc/core_rpc_server.cpp on_get_info */
export function infoOf(context: NodeContext) {
  const { chain, pool, state, bootstrap, host, options, restricted } = context
  const height = chain.height()
  const tip = chain.tip()
  const { network } = options
  const limit = chain.weightLimit()
  const median = chain.weightMedian()
  return {
    height,
    target_height: 0n,
    target: blockTarget(chain.forkVersion(height)),
    tx_count: chain.transactionCount() - height,
    tx_pool_size: BigInt(pool.count({ sensitive: !restricted })),
    alt_blocks_count: BigInt(chain.alternativeBlockCount()),
    outgoing_connections_count: 0n,
    incoming_connections_count: 0n,
    rpc_connections_count: host.connections(),
    white_peerlist_size: 0n,
    grey_peerlist_size: 0n,
    mainnet: network === 'mainnet',
    testnet: network === 'testnet',
    stagenet: network === 'stagenet',
    nettype: network as string,
    top_block_hash: tip.id,
    block_size_limit: limit,
    block_weight_limit: limit,
    block_size_median: median,
    block_weight_median: median,
    adjusted_time: chain.adjustedTime(),
    start_time: state.startTime,
    free_space: host.freeSpace(),
    offline: true,
    bootstrap_daemon_address: bootstrap.address(),
    height_without_bootstrap: height,
    was_bootstrap_ever_used: bootstrap.wasEverUsed(),
    database_size: chain.databaseSize(),
    update_available: false,
    busy_syncing: false,
    version: host.version,
    synchronized: true,
    restricted,
    // Spreads come last, because V8 adds each property after a spread separately.
    ...okPaid,
    ...difficultyFields(chain.nextDifficulty()),
    ...cumulativeDifficultyFields(tip.cumulativeDifficulty),
  }
}
