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
  const [first, last] = keptBlocks(length)
  const work = cumulative[last]! - cumulative[first]!
  return difficultyOf(work, times[last]! - times[first]!, target)
}

/** The first and the last of `length` blocks that count. */
function keptBlocks(length: number): [first: number, last: number] {
  const first = length <= kept ? 0 : (length - kept + 1) >> 1
  return [first, Math.min(length, first + kept) - 1]
}

function difficultyOf(work: bigint, span: bigint, target: bigint): bigint {
  const seconds = span || 1n
  const difficulty = (work * target + seconds - 1n) / seconds
  return difficulty > max128 ? 0n : difficulty
}

/** Timestamp in Unix seconds, and difficulty of a block. */
export type BlockWork = { time: number; difficulty: bigint }

/** The last 735 blocks of a growing chain: gives the same difficulties as {@link nextDifficulty}, without sorting. */
export class DifficultyWindow {
  readonly #blocks: BlockWork[] = []
  /** Cumulative difficulties, as far as blocks were pushed. */
  readonly #cumulative: bigint[] = []
  /** Sorted timestamps of the oldest 720. */
  readonly #sorted: number[] = []

  /** @param blocks - Oldest first. */
  constructor(blocks: readonly BlockWork[] = []) {
    for (const block of blocks) this.push(block)
  }

  /** The last 735 blocks, oldest first. */
  get blocks(): readonly BlockWork[] {
    return this.#blocks
  }

  /** Difficulty of the next block. @param target - Seconds between blocks. */
  next(target: bigint): bigint {
    const { length } = this.#sorted
    if (length <= 1) return 1n
    const [first, last] = keptBlocks(length)
    const span = this.#sorted[last]! - this.#sorted[first]!
    return difficultyOf(this.#cumulative[last]! - this.#cumulative[first]!, BigInt(span), target)
  }

  push(block: BlockWork): void {
    this.#blocks.push(block)
    this.#cumulative.push((this.#cumulative.at(-1) ?? 0n) + block.difficulty)
    if (this.#blocks.length > difficultyBlocks) {
      const { time } = this.#blocks.shift()!
      this.#cumulative.shift()
      this.#sorted.splice(positionIn(this.#sorted, time), 1)
    }
    if (this.#sorted.length === difficultyWindow) return
    const { time } = this.#blocks[this.#sorted.length]!
    this.#sorted.splice(positionIn(this.#sorted, time), 0, time)
  }
}

/** The first position whose number is not below `time`. */
function positionIn(sorted: readonly number[], time: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
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
