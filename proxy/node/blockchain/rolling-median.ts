/**
 * The median of a sliding window. Values are inserted and removed one at a time.
 *
 * @module
 * @see monero src/common/rolling_median.h
 */

/** A sorted array. One step of a window of 100 000 values takes a few microseconds. */
export class RollingMedian {
  #sorted: Float64Array
  #size = 0

  /** @param values - Whole numbers below 2^53, in any order. */
  constructor(values: readonly number[] = []) {
    this.#sorted = Float64Array.from(values).sort()
    this.#size = values.length
  }

  insert(value: number): void {
    if (this.#size === this.#sorted.length) {
      const grown = new Float64Array(Math.max(16, 2 * this.#size))
      grown.set(this.#sorted)
      this.#sorted = grown
    }
    const at = this.#firstNotBelow(value)
    this.#sorted.copyWithin(at + 1, at, this.#size)
    this.#sorted[at] = value
    this.#size++
  }

  /** @throws RangeError if the value is not in the window. */
  remove(value: number): void {
    const at = this.#firstNotBelow(value)
    if (at === this.#size || this.#sorted[at] !== value)
      throw new RangeError(`${value} is not in the window`)
    this.#sorted.copyWithin(at, at + 1, this.#size)
    this.#size--
  }

  /** The middle value; for an even count the mean of the middle two, rounded down; 0 for no values. */
  median(): number {
    const middle = this.#size >> 1
    if (this.#size === 0) return 0
    if (this.#size % 2 === 1) return this.#sorted[middle]!
    return Math.floor((this.#sorted[middle - 1]! + this.#sorted[middle]!) / 2)
  }

  #firstNotBelow(value: number): number {
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sorted[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
