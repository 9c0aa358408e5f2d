/**
 * The rows of a table that satisfy a predicate.
 *
 * @module
 */
import type { Index } from './store.ts'

/** Rows by key, in the order in which they began to satisfy it. */
export class Subset<R> implements Index<R> {
  readonly rows = new Map<string, Readonly<R>>()
  readonly #isOf: (row: Readonly<R>) => boolean

  constructor(isOf: (row: Readonly<R>) => boolean) {
    this.#isOf = isOf
  }

  changed(key: string, _: Readonly<R> | undefined, after: Readonly<R> | undefined): void {
    if (after !== undefined && this.#isOf(after)) this.rows.set(key, after)
    else this.rows.delete(key)
  }

  values(): IterableIterator<Readonly<R>> {
    return this.rows.values()
  }
}
