/**
 * Rows of a table by what they have in common.
 *
 * @module
 */
import type { Index } from './store.ts'

/** Rows by group. Those of one group come in the order in which they got there. */
export class Groups<R, G extends string | number> implements Index<R> {
  readonly #groupOf: (row: Readonly<R>) => G | undefined
  readonly #groups = new Map<G, Map<string, Readonly<R>>>()

  /** @param groupOf - Undefined for a row that is left out. It says the same of a record each time. */
  constructor(groupOf: (row: Readonly<R>) => G | undefined) {
    this.#groupOf = groupOf
  }

  has(group: G): boolean {
    return this.#groups.has(group)
  }

  /** Rows of a group; none where nothing is in it. */
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
