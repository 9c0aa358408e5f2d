/**
 * The newest blocks and the windows over them, kept in memory and updated for each block.
 *
 * @module
 */
import { difficultyBlocks, nextDifficulty as difficultyOf } from '#protocol/rules/difficulty.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import {
  blockTarget,
  longTermWindow,
  rewardWindow,
  timestampWindow,
} from '#protocol/rules/limits.ts'
import { effectiveLongTermMedian, effectiveMedian, median } from '#protocol/rules/medians.ts'
import type { BlockRecord, WindowRow } from '../../stores/blocks.ts'
import type { ChainStore } from '../../stores/chain-store.ts'
import { voteWindow, VoteWindow } from './fork-votes.ts'
import { RollingMedian } from './rolling-median.ts'

/** Number of rows in memory: the longest window except the long-term one. */
const kept = difficultyBlocks

/** The newest block and the windows that end with it. After a rollback it must be made again. */
export class Tip {
  readonly #store: ChainStore
  readonly #fixedDifficulty: bigint | undefined
  /** Oldest first; at most {@link kept}. */
  #rows: WindowRow[]
  #shortTerm: RollingMedian
  #longTerm: RollingMedian
  #difficulty: bigint | undefined
  #weightMedian: bigint | undefined
  #timestamps: { median: bigint; newest: bigint; count: number } | undefined
  votes: VoteWindow
  block: BlockRecord

  /** @param fixedDifficulty - Difficulty of all blocks except the genesis block. */
  constructor(store: ChainStore, fixedDifficulty: bigint | undefined) {
    const block = store.blocks.top()
    if (!block) throw new Error('chain store is empty: no genesis block')
    const height = Number(block.height) + 1
    this.#store = store
    this.#fixedDifficulty = fixedDifficulty
    this.#rows = store.blocks.window(height, kept)
    this.#shortTerm = new RollingMedian(this.#rows.slice(-rewardWindow).map(({ weight }) => weight))
    this.#longTerm = new RollingMedian(
      store.blocks.longTermWeights(Math.max(0, height - longTermWindow), height),
    )
    this.votes = new VoteWindow(store.blocks.votes(Math.max(0, height - voteWindow), height))
    this.block = block
  }

  /** Number of blocks, including the genesis block: the height of the next block. */
  get height(): bigint {
    return this.block.height + 1n
  }

  /** Version of the rules for the next block. */
  get version(): number {
    return versionAt(this.#store.network, this.height)
  }

  get rctOutputs(): number {
    return this.block.rctOutputs
  }

  /** Number of the next transaction. */
  get nextTx(): number {
    return this.block.firstTx + this.block.txCount
  }

  /** Difficulty of the next block; 0 if it exceeds 128 bits. */
  get difficulty(): bigint {
    if (this.#fixedDifficulty !== undefined) return this.#fixedDifficulty
    // The genesis block does not count.
    const rows = this.#rows.slice(this.height <= BigInt(kept) ? 1 : 0)
    return (this.#difficulty ??= difficultyOf(
      rows.map(({ timestamp }) => timestamp),
      rows.map(({ cumulativeDifficulty }) => cumulativeDifficulty),
      blockTarget(this.version),
    ))
  }

  /** Timestamps of the last 60 blocks, or of all if there are fewer. */
  get #times() {
    return (this.#timestamps ??= timesOf(this.#rows.slice(-timestampWindow)))
  }

  /**
   * Lowest timestamp of the next block; 0 while the chain is short.
   *
   * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_block_timestamp
   */
  get earliestTimestamp(): bigint {
    return this.#times.count < timestampWindow ? 0n : this.#times.median
  }

  /**
   * Time of the next block, for time locks: the clock while the chain is short; otherwise the lower of
   * the extrapolated median and the time of the last block plus one block target.
   *
   * @param now - Current time.
   * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_adjusted_time
   */
  adjustedTime(now: bigint): bigint {
    const { median: middle, newest, count } = this.#times
    if (count < timestampWindow) return now
    const target = blockTarget(2)
    const carried = middle + (BigInt(timestampWindow + 1) * target) / 2n
    return newest + target < carried ? newest + target : carried
  }

  /** Median of the last 100 weights. */
  shortTermMedian(): bigint {
    return BigInt(this.#shortTerm.median())
  }

  /** Median of the last 100 000 long-term weights. */
  longTermMedian(): bigint {
    return BigInt(this.#longTerm.median())
  }

  /** @see monero m_long_term_effective_median_block_weight */
  effectiveLongTermMedian(): bigint {
    return effectiveLongTermMedian(this.longTermMedian())
  }

  /**
   * The median that limits the weight of the next block.
   *
   * @see monero src/cryptonote_core/blockchain.cpp update_next_cumulative_weight_limit
   */
  weightMedian(): bigint {
    return (this.#weightMedian ??= effectiveMedian(
      this.shortTermMedian(),
      this.longTermMedian(),
      this.version,
    ))
  }

  /** Updates the windows after a block was added to the store. */
  added(block: BlockRecord): void {
    const leaving = Number(block.height) - longTermWindow
    if (leaving >= 0) for (const weight of this.#longTermAt(leaving)) this.#longTerm.remove(weight)
    this.#longTerm.insert(Number(block.longTermWeight))
    const oldest = this.#rows.at(-rewardWindow)
    if (oldest) this.#shortTerm.remove(oldest.weight)
    this.#shortTerm.insert(Number(block.weight))
    this.#rows.push(rowOf(block))
    if (this.#rows.length > kept) this.#rows.shift()
    this.votes.added(block.minorVersion)
    this.#moved(block)
  }

  /** Updates the windows after the top block was removed from the store; `below` is the new top. */
  popped(below: BlockRecord): void {
    const { height, longTermWeight, majorVersion } = this.block
    const returning = Number(height) - longTermWindow
    this.#longTerm.remove(Number(longTermWeight))
    if (returning >= 0)
      for (const weight of this.#longTermAt(returning)) this.#longTerm.insert(weight)
    const older = this.#rows.at(-rewardWindow - 1)
    this.#shortTerm.remove(Number(this.block.weight))
    if (older) this.#shortTerm.insert(older.weight)
    this.#rows.pop()
    const oldest = Number(height) - kept
    if (oldest >= 0) this.#rows.unshift(...this.#store.blocks.window(oldest + 1, 1))
    this.votes.popped(majorVersion)
    this.#moved(below)
  }

  /** Counts the votes again, as monerod does after a reorganisation. */
  recount(): void {
    const height = Number(this.height)
    this.votes = new VoteWindow(this.#store.blocks.votes(Math.max(0, height - voteWindow), height))
  }

  #longTermAt(height: number) {
    return this.#store.blocks.longTermWeights(height, height + 1)
  }

  #moved(block: BlockRecord) {
    this.block = block
    this.#difficulty = undefined
    this.#weightMedian = undefined
    this.#timestamps = undefined
  }
}

const timesOf = (rows: readonly WindowRow[]) => ({
  median: median(rows.map(({ timestamp }) => timestamp)),
  newest: rows.at(-1)!.timestamp,
  count: rows.length,
})

const rowOf = (block: BlockRecord): WindowRow => ({
  timestamp: block.timestamp,
  cumulativeDifficulty: block.cumulativeDifficulty,
  weight: Number(block.weight),
  longTermWeight: Number(block.longTermWeight),
})
