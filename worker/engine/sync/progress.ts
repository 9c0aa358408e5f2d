/**
 * Progress and pace of a refresh.
 *
 * @module
 */

/** Progress of a refresh. */
export type Progress = {
  /** Scanned blocks: top block plus one. */
  height: bigint
  /** Blocks of the daemon; 0 while unknown. */
  target: bigint
  /** Over the last seconds; undefined while it is unknown. */
  transactionsPerSecond?: number
}

type Mark = { atMs: number; transactions: number }

/** Older samples do not count. */
const windowMs = 20_000
/** A pace over less time is noise. */
const leastMs = 2_000

/** The pace of one refresh. */
export class TransactionRate {
  readonly #marks: Mark[]
  #transactions = 0

  constructor(nowMs: number) {
    this.#marks = [{ atMs: nowMs, transactions: 0 }]
  }

  add(nowMs: number, transactions: number): void {
    this.#transactions += transactions
    this.#marks.push({ atMs: nowMs, transactions: this.#transactions })
    while (this.#marks.length > 2 && this.#marks[1]!.atMs < nowMs - windowMs) this.#marks.shift()
  }

  /** Progress at `height` of `target`. */
  progress(height: bigint, target: bigint): Progress {
    const from = this.#marks[0]!
    const to = this.#marks.at(-1)!
    const ms = to.atMs - from.atMs
    if (ms < leastMs) return { height, target }
    const transactions = to.transactions - from.transactions
    return { height, target, transactionsPerSecond: (transactions * 1000) / ms }
  }
}
