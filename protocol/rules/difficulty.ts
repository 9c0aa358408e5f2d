/**
 * The difficulty of the next block, and the check of a proof-of-work hash. Difficulties are u128.
 *
 * @module
 * @see monero src/cryptonote_basic/difficulty.cpp
 */
import { compare } from '../bigint.ts'

/** Blocks counted. monero DIFFICULTY_WINDOW */
export const difficultyWindow = 720

/** Newest blocks left out. monero DIFFICULTY_LAG */
export const difficultyLag = 15

/** Blocks to pass to {@link nextDifficulty}. monero DIFFICULTY_BLOCKS_COUNT */
export const difficultyBlocks = difficultyWindow + difficultyLag

/** Blocks left after outliers in time are cut at both ends. monero DIFFICULTY_CUT */
const kept = difficultyWindow - 2 * 60

const max128 = (1n << 128n) - 1n
const max256 = (1n << 256n) - 1n

/**
 * Difficulty of the next block.
 *
 * @param timestamps - Of the last 735 blocks (or all there are, without the first), oldest first.
 * @param cumulative - Their cumulative difficulties.
 * @param target - Seconds between blocks.
 * @returns 1 for fewer than two blocks, 0 on overflow of 128 bits.
 * @see monero src/cryptonote_basic/difficulty.cpp next_difficulty
 */
export function nextDifficulty(
  timestamps: readonly bigint[],
  cumulative: readonly bigint[],
  target: bigint,
): bigint {
  const length = Math.min(timestamps.length, difficultyWindow)
  if (length !== Math.min(cumulative.length, difficultyWindow))
    throw new RangeError(
      `expected as many difficulties as timestamps, got ${cumulative.length} and ${timestamps.length}`,
    )
  if (length <= 1) return 1n

  const times = timestamps.slice(0, length).sort(compare)
  const first = length <= kept ? 0 : (length - kept + 1) >> 1
  const last = Math.min(length, first + kept) - 1
  const span = times[last]! - times[first]! || 1n
  const work = cumulative[last]! - cumulative[first]!
  const difficulty = (work * target + span - 1n) / span
  return difficulty > max128 ? 0n : difficulty
}

/**
 * Whether a proof-of-work hash, read little endian, times `difficulty` stays within 256 bits.
 *
 * @see monero src/cryptonote_basic/difficulty.cpp check_hash
 */
export function checkHash(hash: Uint8Array, difficulty: bigint): boolean {
  let value = 0n
  for (let i = hash.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(hash[i]!)
  return value * difficulty <= max256
}
