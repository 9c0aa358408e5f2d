/**
 * The port through which the store runs SQL.
 *
 * SQLite on Node and the SQLite of a Durable Object implement it. The limits of Durable Objects apply to
 * all shared SQL: no BEGIN, SAVEPOINT or PRAGMA, at most 100 parameters for each statement, values up to
 * 2 MB, and no bigint in parameters or rows.
 *
 * @module
 */

/** The value of a column. Integers are safe integers: heights, indices, counts. */
export type SqlValue = string | number | Uint8Array | null

/** The columns of a row, by name. */
export type Row = Record<string, SqlValue>

/** One connection to one database. It is synchronous, so no other code runs between two statements. */
export type Driver = {
  /** Rows of a SELECT, in its order. The caller owns the byte arrays. */
  all(sql: string, ...values: readonly SqlValue[]): Row[]
  /** The same with rows as lists of their columns: for thousands of rows, as it takes less time. */
  rows(sql: string, ...values: readonly SqlValue[]): SqlValue[][]
  /** Runs a statement without a result. */
  run(sql: string, ...values: readonly SqlValue[]): void
  /**
   * Runs `act` in a transaction, which is rolled back if `act` throws.
   *
   * Transactions nest. An inner one that throws rolls back its own writes, and the outer one can catch
   * the error and continue. `act` must be synchronous.
   */
  transaction<T>(act: () => T): T
  /** Size of the database, in bytes. */
  size(): number
  close(): void
}

/** Largest value of a column, in bytes: the limit of Durable Objects, minus room for the rest of the row. */
export const maxValueSize = 2_000_000
