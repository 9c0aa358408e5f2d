/**
 * The block reward.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_block_reward
 */
import { max } from '../bigint.ts'
import { max64 } from '../fields.ts'
import { blockTarget, fullRewardZone } from './limits.ts'

/** Tail emission in piconero per minute. monero FINAL_SUBSIDY_PER_MINUTE */
const tailPerMinute = 300_000_000_000n

/** Halving speed at one block a minute. monero EMISSION_SPEED_FACTOR_PER_MINUTE */
const speedFactor = 20n

/**
 * Reward of a block that is not overweight, without fees, in piconero.
 *
 * @param generated - Piconero emitted by all blocks before, monerod's `already_generated_coins`.
 * @param version - Of the rules.
 */
export function baseReward(generated: bigint, version: number): bigint {
  const minutes = blockTarget(version) / 60n
  const reward = (max64 - generated) >> (speedFactor - (minutes - 1n))
  return max(reward, tailPerMinute * minutes)
}

/**
 * Reward of a block with the penalty for exceeding the median weight, without fees, in piconero.
 *
 * @param weights - `median` of the last blocks and the `block`'s own.
 * @returns Undefined for a block heavier than twice the median, which is invalid.
 */
export function blockReward(
  weights: { median: bigint; block: bigint },
  generated: bigint,
  version: number,
): bigint | undefined {
  const zone = fullRewardZone(version)
  const median = weights.median > zone ? weights.median : zone
  const reward = baseReward(generated, version)
  if (weights.block <= median) return reward
  if (weights.block > 2n * median) return undefined
  return (reward * (2n * median - weights.block) * weights.block) / median / median
}

/**
 * Coins emitted up to and with a block; capped at the largest u64.
 *
 * @see monero src/cryptonote_core/blockchain.cpp handle_block_to_main_chain
 */
export function addGenerated(generated: bigint, reward: bigint): bigint {
  return generated < max64 - reward ? generated + reward : max64
}
