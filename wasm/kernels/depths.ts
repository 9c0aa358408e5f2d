/**
 * The stack depth at which a kernel currently runs fastest.
 *
 * The cost of a depth (see `../scan/entry.ts`) depends on the address of the stack, and so on the caller and on the
 * engine's code. Both change while a program runs. So each depth is timed on real batches, the fastest is kept,
 * and all are tried again from time to time.
 *
 * @module
 */

/** Together more than a page of 4096 bytes, at about 64 bytes per call. */
const depths = [0, 9, 18, 27, 36, 45, 54, 63]
/** Smaller batches are not timed: browser clocks are too coarse. */
const enoughKeys = 64
/** Timings of each depth in a trial; the best one counts, since other load only adds time. */
const timesEach = 2
/** Timed batches from the start of one trial to that of the next. */
const period = 1000

export class FastestDepth {
  readonly #now: () => number
  /** Milliseconds per key at each depth, in the last trial. */
  #times: number[] = []
  #batches = 0
  #fastest = 0

  /** @param now - A monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Scans a batch at the depth that is next. */
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
