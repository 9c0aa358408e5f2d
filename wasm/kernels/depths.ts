/**
 * From which depth of the stack a kernel runs fastest just now.
 *
 * What a depth costs (see `../scan/entry.ts`) depends on where the stack is, and so on who calls and on the engine's
 * code, which both change while a program runs. So each is timed on batches that have to be scanned anyway,
 * the fastest is kept, and from time to time all are tried again.
 *
 * @module
 */

/** Over a page of 4096 bytes, which is what matters, at some 64 bytes a call. */
const depths = [0, 9, 18, 27, 36, 45, 54, 63]
/** Smaller batches are not timed: the clocks of browsers are too coarse for them. */
const enoughKeys = 64
/** Each depth is timed so often in a trial, and judged by its best: what else the machine does is no fault of its. */
const timesEach = 2
/** Timed batches from the beginning of one trial to that of the next. */
const period = 1000

export class FastestDepth {
  readonly #now: () => number
  /** Milliseconds a key at each depth, in the last trial. */
  #times: number[] = []
  #batches = 0
  #fastest = 0

  /** @param now - A clock in milliseconds that does not go back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Has a batch of so many keys scanned, from the depth whose turn it is. */
  run<T>(keys: number, scan: (depth: number) => T): T {
    if (keys < enoughKeys) return scan(this.#fastest)
    const turn = this.#batches
    this.#batches = (turn + 1) % period
    if (turn >= depths.length * timesEach) return scan(this.#fastest)
    const which = turn % depths.length
    const start = this.#now()
    const result = scan(depths[which]!)
    const time = (this.#now() - start) / keys
    this.#times[which] = turn < depths.length ? time : Math.min(time, this.#times[which]!)
    this.#fastest = depths[this.#times.indexOf(Math.min(...this.#times))]!
    return result
  }
}
