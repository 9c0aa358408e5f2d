/**
 * Consensus constants, each with its name in monero.
 *
 * Heights, ages and times are bigint, as they come from the wire. Sizes and counts of things in
 * memory are numbers.
 *
 * @module
 * @see monero src/cryptonote_config.h
 */

/** Piconero in one monero. monero COIN */
export const coin = 1_000_000_000_000n

/** Age in blocks at which an output may be spent. monero CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE */
export const spendableAge = 10n

/** Blocks a miner's reward stays locked. monero CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW */
export const minedUnlockWindow = 60n

/** Unlock times below are heights, the others Unix seconds. monero CRYPTONOTE_MAX_BLOCK_NUMBER */
export const firstTimestamp = 500_000_000n

/** Blocks by which a height lock ends early. monero CRYPTONOTE_LOCKED_TX_ALLOWED_DELTA_BLOCKS */
export const unlockDeltaBlocks = 1n

/** Largest transaction, in bytes. monero CRYPTONOTE_MAX_TX_SIZE */
export const maxTransactionSize = 1_000_000

/** Most bytes of extra a node relays. monero MAX_TX_EXTRA_SIZE */
export const maxExtraSize = 1060

/** Most outputs of a transaction: what one range proof covers. monero BULLETPROOF_PLUS_MAX_OUTPUTS */
export const maxOutputs = 16

/** Fewest outputs of a transaction, from version 12. monero HF_VERSION_MIN_2_OUTPUTS */
export const minOutputs = 2

/** Bytes kept free for the miner transaction. monero CRYPTONOTE_COINBASE_BLOB_RESERVED_SIZE */
export const coinbaseReservedSize = 600

/** Blocks whose median weight limits the next. monero CRYPTONOTE_REWARD_BLOCKS_WINDOW */
export const rewardWindow = 100

/** Blocks of the long-term median. monero CRYPTONOTE_LONG_TERM_BLOCK_WEIGHT_WINDOW_SIZE */
export const longTermWindow = 100_000

/** How far the short-term median may exceed it. monero CRYPTONOTE_SHORT_TERM_BLOCK_WEIGHT_SURGE_FACTOR */
export const surgeFactor = 50n

/** Floor of the long-term median of block weights. monero CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5 */
export const longTermZone = 300_000n

/**
 * Largest weight of a block, as long as the long-term median is at its floor: twice the largest short-term median.
 *
 * @see monero src/cryptonote_core/blockchain.cpp update_next_cumulative_weight_limit
 */
export const maxBlockWeight = Number(2n * surgeFactor * longTermZone)

/** Blocks whose median time a new block must exceed. monero BLOCKCHAIN_TIMESTAMP_CHECK_WINDOW */
export const timestampWindow = 60

/** Seconds a block may be ahead of the clock. monero CRYPTONOTE_BLOCK_FUTURE_TIME_LIMIT */
export const futureTimeLimit = 7200n

/** Seconds a transaction waits in the pool. monero CRYPTONOTE_MEMPOOL_TX_LIVETIME */
export const poolLifetime = 259_200n

/** The same for a transaction returned from an abandoned block. monero CRYPTONOTE_MEMPOOL_TX_FROM_ALT_BLOCK_LIVETIME */
export const poolLifetimeFromAltBlock = 604_800n

/** Most weight the pool holds. monero DEFAULT_TXPOOL_MAX_WEIGHT */
export const maxPoolWeight = 648_000_000n

/** Seconds between blocks. monero DIFFICULTY_TARGET_V1, DIFFICULTY_TARGET_V2 */
export const blockTarget = (version: number) => (version < 2 ? 60n : 120n)

/**
 * Block weight up to which a miner gets the full reward whatever the median.
 *
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_min_block_weight
 */
export function fullRewardZone(version: number): bigint {
  if (version < 2) return 20_000n
  return version < 5 ? 60_000n : 300_000n
}

/**
 * Maximum weight of a transaction, for nodes and wallets.
 *
 * @see monero src/cryptonote_core/tx_verification_utils.cpp get_transaction_weight_limit,
 *   src/wallet/wallet2.cpp get_upper_transaction_weight_limit
 */
export function transactionWeightLimit(version: number): number {
  const zone = Number(fullRewardZone(version))
  return (version >= 8 ? zone / 2 : zone) - coinbaseReservedSize
}

/**
 * Members of a ring that wallets use: 16 since version 15.
 *
 * @see monero src/wallet/wallet2.cpp get_min_ring_size
 */
export function ringSize(version: number): number {
  if (version >= 15) return 16
  if (version >= 8) return 11
  if (version >= 7) return 7
  if (version >= 6) return 5
  return version >= 2 ? 3 : 1
}
