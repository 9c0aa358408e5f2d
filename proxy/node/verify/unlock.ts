/**
 * When the chain lets an output be spent.
 *
 * @module
 */
import { newestVersion } from '#protocol/rules/forks.ts'
import { blockTarget, firstTimestamp, unlockDeltaBlocks } from '#protocol/rules/limits.ts'
import type { ChainView } from '../types.ts'

/**
 * Whether the sender's time lock lets the output go in the next block: one block or its time early.
 *
 * @param unlockTime - A height below 500 000 000, Unix seconds above.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::is_tx_spendtime_unlocked
 */
export function isUnlockTimePassed(
  unlockTime: bigint,
  { height, adjustedTime }: Pick<ChainView, 'height' | 'adjustedTime'>,
): boolean {
  if (unlockTime < firstTimestamp) return height - 1n + unlockDeltaBlocks >= unlockTime
  return adjustedTime + blockTarget(newestVersion) * unlockDeltaBlocks >= unlockTime
}
