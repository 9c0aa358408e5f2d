/**
 * Rows of a table, grouped by a property.
 *
 * @module
 */
import type { Index } from './store.ts'

/** Rows by group, in the order in which they joined it. */
export class Groups<R, G extends string | number> implements Index<R> {
  readonly #groupOf: (row: Readonly<R>) => G | undefined
  readonly #groups = new Map<G, Map<string, Readonly<R>>>()

  /** @param groupOf - Undefined for a row without a group. Must be a pure function of the record. */
  constructor(groupOf: (row: Readonly<R>) => G | undefined) {
    this.#groupOf = groupOf
  }

  has(group: G): boolean {
    return this.#groups.has(group)
  }

  /** Rows of a group; empty for an unknown group. */
  of(group: G): Readonly<R>[] {
    return [...(this.#groups.get(group)?.values() ?? [])]
  }

  changed(key: string, before: Readonly<R> | undefined, after: Readonly<R> | undefined): void {
    const from = before === undefined ? undefined : this.#groupOf(before)
    const to = after === undefined ? undefined : this.#groupOf(after)
    if (from !== undefined && from !== to) this.#delete(key, from)
    if (to !== undefined) this.#put(key, to, after!)
  }

  #put(key: string, group: G, row: Readonly<R>) {
    const rows = this.#groups.get(group) ?? new Map<string, Readonly<R>>()
    this.#groups.set(group, rows.set(key, row))
  }

  #delete(key: string, group: G) {
    const rows = this.#groups.get(group)!
    rows.delete(key)
    if (rows.size === 0) this.#groups.delete(group)
  }
}
