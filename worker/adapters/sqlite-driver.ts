/**
 * SQLite as wallet files need it, over the one that Node brings or over `better-sqlite3`.
 *
 * @module
 */

/** One connection. Statements are compiled once. */
export type Sqlite = {
  exec(sql: string): void
  all(sql: string, ...values: readonly SqlValue[]): Record<string, SqlValue>[]
  run(sql: string, ...values: readonly SqlValue[]): void
  close(): void
}

export type SqlValue = string | number | Uint8Array | null

/** Why a file did not open: another connection holds it, or it is no database. */
export type SqliteProblem = 'busy' | 'not a database'

/** Opens a file, which is made when it is missing; never waits for a lock. */
export type OpenSqlite = (path: string) => Sqlite

type Statement = {
  all(...values: readonly SqlValue[]): unknown[]
  run(...values: readonly SqlValue[]): unknown
}
type Database = { exec(sql: string): unknown; prepare(sql: string): Statement; close(): unknown }

/** The driver of this Node: `node:sqlite` from 22.13 on, `better-sqlite3` before. */
export async function sqliteDriver(): Promise<OpenSqlite> {
  // Node 20 knows no such module and answers undefined.
  const builtIn = process.getBuiltinModule('node:sqlite') as
    { DatabaseSync: new (path: string) => Database } | undefined
  if (builtIn) return (path) => wrap(new builtIn.DatabaseSync(path))
  const { default: BetterSqlite } = await import('better-sqlite3')
  return (path) => wrap(new BetterSqlite(path, { timeout: 0 }) as unknown as Database)
}

/** What kind of failure an error of either driver is; undefined for any other. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  // Result codes 5 and 6, 26 and 11: https://www.sqlite.org/rescode.html
  if (/^SQLITE_(BUSY|LOCKED)/.test(String(code))) return 'busy'
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code))) return 'not a database'
  const primary = typeof errcode === 'number' ? errcode & 0xff : undefined
  if (primary === 5 || primary === 6) return 'busy'
  if (primary === 26 || primary === 11) return 'not a database'
  return undefined
}

function wrap(database: Database): Sqlite {
  const compiled = new Map<string, Statement>()
  const statement = (sql: string) => {
    const known = compiled.get(sql) ?? database.prepare(sql)
    compiled.set(sql, known)
    return known
  }
  return {
    exec: (sql) => void database.exec(sql),
    all: (sql, ...values) => statement(sql).all(...values) as Record<string, SqlValue>[],
    run: (sql, ...values) => void statement(sql).run(...values),
    close: () => void database.close(),
  }
}
