/**
 * The few functions through which the store speaks SQL.
 *
 * SQLite on Node, in memory for tests, and a Durable Object's SQLite answer them alike. What Durable
 * Objects demand holds for all: no BEGIN, SAVEPOINT or PRAGMA in shared SQL, at most 100 parameters a
 * statement, values of at most 2 MB, no bigint as a parameter and none in an answer.
 *
 * @module
 */

/** What a column holds. Integers are safe ones: heights, indices, counts. */
export type SqlValue = string | number | Uint8Array | null

/** Columns of an answer by name. */
export type Row = Record<string, SqlValue>

/** One connection to one database. Synchronous, so that nothing comes between two statements. */
export type Driver = {
  /** Rows of a SELECT, in its order. Arrays of bytes are the caller's own. */
  all(sql: string, ...values: readonly SqlValue[]): Row[]
  /** Runs a statement that answers nothing. */
  run(sql: string, ...values: readonly SqlValue[]): void
  /**
   * Runs `act`; all that it wrote stays, or nothing of it when it throws.
   *
   * May be nested: an inner one that throws takes back what it wrote itself, and the outer one goes
   * on if it catches. `act` must be synchronous.
   */
  transaction<T>(act: () => T): T
  /** What the database takes up, in bytes. */
  size(): number
  close(): void
}

/** Largest value of a column, in bytes: the limit of Durable Objects, less room for the row. */
export const maxValueSize = 2_000_000
