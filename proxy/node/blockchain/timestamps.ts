/**
 * When a block may say it was made, and what time the chain itself tells.
 *
 * @module
 */
import { blockTarget, futureTimeLimit, timestampWindow } from '#protocol/rules/limits.ts'
import { median } from '#protocol/rules/medians.ts'

/**
 * The least time that the next block of the main chain may carry; 0 while the chain is short.
 *
 * @param timestamps - Of the last 60 blocks, or of all.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_block_timestamp
 */
export const earliestTimestamp = (timestamps: readonly bigint[]): bigint =>
  timestamps.length < timestampWindow ? 0n : median(timestamps)

/** @param now - The clock's time. */
export const latestTimestamp = (now: bigint): bigint => now + futureTimeLimit

/**
 * Time of the next block as time locks see it: by the clock while the chain is short, else the lesser
 * of the median carried on to now and the last block's time carried on by one block.
 *
 * @param timestamps - Of the last 60 blocks, or of all, oldest first.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_adjusted_time
 */
export function adjustedTimeOf(timestamps: readonly bigint[], now: bigint): bigint {
  if (timestamps.length < timestampWindow) return now
  const target = blockTarget(2)
  const carried = median(timestamps) + (BigInt(timestampWindow + 1) * target) / 2n
  const next = timestamps.at(-1)! + target
  return next < carried ? next : carried
}
