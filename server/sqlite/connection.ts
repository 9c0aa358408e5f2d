/**
 * SQLite on Node, over `node:sqlite` or `better-sqlite3`.
 *
 * @module
 */

/** One connection. Statements are compiled once. Errors have SQLite's result code as their `code`. */
export type Sqlite = {
  exec(sql: string): void
  all(sql: string, ...values: readonly SqlValue[]): Record<string, SqlValue>[]
  /** Rows as lists of their columns, which takes less time than objects. */
  rows(sql: string, ...values: readonly SqlValue[]): SqlValue[][]
  run(sql: string, ...values: readonly SqlValue[]): void
  close(): void
}

type SqlValue = string | number | Uint8Array | null

/** The reason why a file did not open: another connection holds it, or it is not a database. */
export type SqliteErrorInfo = 'busy' | 'not a database'

/** Opens a file, and creates it when it is missing. Never waits for a lock. */
export type OpenSqlite = (path: string) => Sqlite

type Statement = {
  all(...values: readonly SqlValue[]): unknown[]
  run(...values: readonly SqlValue[]): unknown
  /** Returns lists from now on: of `better-sqlite3`, and of `node:sqlite` from 22.16 on. */
  raw?(on: boolean): unknown
  setReturnArrays?(on: boolean): void
}
type Database = { exec(sql: string): unknown; prepare(sql: string): Statement; close(): unknown }

/** The driver for this version of Node: `node:sqlite` from 22.13 on, `better-sqlite3` before. */
export async function sqliteDriver(): Promise<OpenSqlite> {
  // Undefined on Node 20, which has no such module.
  const builtIn = process.getBuiltinModule('node:sqlite') as
    { DatabaseSync: new (path: string) => Database } | undefined
  if (builtIn) return (path) => wrap(withCodes(() => new builtIn.DatabaseSync(path)))
  const { default: BetterSqlite } = await import('better-sqlite3')
  return (path) => wrap(new BetterSqlite(path, { timeout: 0 }) as unknown as Database)
}

/** The reason behind an error of a connection; undefined for another error. */
export function sqliteErrorInfo(error: unknown): SqliteErrorInfo | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  if (/^SQLITE_(BUSY|LOCKED)/.test(String(code))) return 'busy'
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code))) return 'not a database'
  return undefined
}

/** Result codes of file errors by number: https://www.sqlite.org/rescode.html */
const words: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
}

/** Adds the code that `better-sqlite3` has to an error of `node:sqlite`, which has a number only. */
export function inWords(error: unknown): unknown {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  if (!(error instanceof Error) || typeof errcode !== 'number') return error
  return Object.assign(error, { code: words[errcode & 0xff] ?? `SQLITE_${errcode}` })
}

function wrap(database: Database): Sqlite {
  const compiled = new Map<string, Statement>()
  const statement = (sql: string) => {
    const known = compiled.get(sql) ?? database.prepare(sql)
    compiled.set(sql, known)
    return known
  }
  const compiledForLists = new Map<string, Statement>()
  const listRows = (sql: string) => {
    const known = compiledForLists.get(sql)
    if (known) return known
    const made = database.prepare(sql)
    if (made.setReturnArrays) made.setReturnArrays(true)
    else made.raw?.(true)
    compiledForLists.set(sql, made)
    return made
  }
  return {
    exec: (sql) => void withCodes(() => database.exec(sql)),
    all: (sql, ...values) =>
      withCodes(() => statement(sql).all(...values) as Record<string, SqlValue>[]),
    rows: (sql, ...values) =>
      withCodes(() =>
        listRows(sql)
          .all(...values)
          .map(listOf),
      ),
    run: (sql, ...values) => void withCodes(() => statement(sql).run(...values)),
    close: () => void database.close(),
  }
}

/** A row of a statement that cannot return lists has the columns in their order. */
const listOf = (row: unknown): SqlValue[] =>
  Array.isArray(row) ? (row as SqlValue[]) : Object.values(row as Record<string, SqlValue>)

function withCodes<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw inWords(error)
  }
}
