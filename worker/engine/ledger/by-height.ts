/**
 * Records ordered by height, so that reading the last blocks costs only their records.
 *
 * @module
 */
import type { ReceivedRecord, SentRecord } from '../store/records.ts'
import type { Index } from '../store/store.ts'

/** Rows by height, or by another number. Rows of one height keep their order of insertion. */
export class ByHeight<R> implements Index<R> {
  readonly #heightOf: (row: Readonly<R>) => bigint | undefined
  readonly #rows = new Map<bigint, Map<string, Readonly<R>>>()
  /** Heights with rows, ascending. */
  readonly #heights: bigint[] = []

  /** @param heightOf - Undefined for a row without a group. Must be a pure function of the record. */
  constructor(heightOf: (row: Readonly<R>) => bigint | undefined) {
    this.#heightOf = heightOf
  }

  /** Rows above a height and up to another, or all above it, the lowest first. */
  *between(above: bigint, upTo?: bigint): Generator<Readonly<R>> {
    for (let at = this.#place(above + 1n); at < this.#heights.length; at++) {
      const height = this.#heights[at]!
      if (upTo !== undefined && height > upTo) return
      yield* this.#rows.get(height)!.values()
    }
  }

  changed(key: string, before: Readonly<R> | undefined, after: Readonly<R> | undefined): void {
    const from = before === undefined ? undefined : this.#heightOf(before)
    const to = after === undefined ? undefined : this.#heightOf(after)
    if (from !== undefined && from !== to) this.#delete(key, from)
    if (to !== undefined) this.#put(key, to, after!)
  }

  #put(key: string, height: bigint, row: Readonly<R>) {
    let rows = this.#rows.get(height)
    if (!rows) {
      this.#rows.set(height, (rows = new Map()))
      this.#heights.splice(this.#place(height), 0, height)
    }
    rows.set(key, row)
  }

  #delete(key: string, height: bigint) {
    const rows = this.#rows.get(height)!
    rows.delete(key)
    if (rows.size > 0) return
    this.#rows.delete(height)
    this.#heights.splice(this.#place(height), 1)
  }

  /** Position of the first height that is not below this one. */
  #place(height: bigint): number {
    let [low, high] = [0, this.#heights.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#heights[middle]! < height) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Index of received payments. */
export const receivedByHeight = () => new ByHeight<ReceivedRecord>(({ height }) => height)

/** Index of sent and mined transactions. */
export const minedByHeight = () =>
  new ByHeight<SentRecord>(({ state, height }) => (state === 'mined' ? (height ?? 0n) : undefined))
