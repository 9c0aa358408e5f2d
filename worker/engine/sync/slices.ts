/**
 * Cuts work into pieces: small enough to be entered at once, and to let reads in between.
 *
 * @module
 */
import type { Keccak } from '#protocol/chain/hashes.ts'
import type { Clock } from '../ports.ts'
import { readTransactions, type ChainedBlock } from './answer.ts'
import type { Incoming } from './prepare.ts'

/** Blocks that are entered together. */
export type Slice = readonly ChainedBlock[]

/** A crash loses at most this much work; less would be mostly writing. */
const blocksPerSlice = 200
const transactionsPerSlice = 2000

/** Groups blocks, in order; no slice is empty. */
export function* slices(blocks: readonly ChainedBlock[]): Generator<Slice> {
  let slice: ChainedBlock[] = []
  let transactions = 0
  for (const block of blocks) {
    slice.push(block)
    transactions += 1 + block.txs.length
    if (slice.length < blocksPerSlice && transactions < transactionsPerSlice) continue
    yield slice
    slice = []
    transactions = 0
  }
  if (slice.length > 0) yield slice
}

/** A block's transactions, checked. @throws LyingDaemon, ChainError */
export function incomingOf(given: ChainedBlock, keccak: Keccak): Incoming[] {
  const { height, block } = given
  const { timestamp, majorVersion: version } = block
  return readTransactions(given, keccak).map((each) => ({ ...each, height, timestamp, version }))
}

/** Longer than this no read waits. */
const breathMs = 12
const smallest = 4
const largest = 1024

/** How much to do before others get a turn: measured, since machines differ by a hundredfold. */
export class Breath {
  /** Transactions to look at in one go. */
  size = 32
  readonly #clock: Clock
  #pausedMs: number
  #pieceMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#pausedMs = this.#pieceMs = clock.monotonicMs()
  }

  /** Call after each piece: sizes the next one, and lets others have a turn when it is time. */
  async pause(): Promise<void> {
    let nowMs = this.#clock.monotonicMs()
    const tookMs = nowMs - this.#pieceMs
    if (tookMs < breathMs / 4) this.size = Math.min(this.size * 2, largest)
    if (tookMs > breathMs) this.size = Math.max(this.size >> 1, smallest)
    if (nowMs - this.#pausedMs >= breathMs) {
      await this.#clock.sleep(0)
      this.#pausedMs = nowMs = this.#clock.monotonicMs()
    }
    this.#pieceMs = nowMs
  }
}
