/**
 * SQLite on a disk that fails once: at one of the statements that write.
 *
 * @module
 */
import type { OpenSqlite, Sqlite } from '../../../server/sqlite/connection.ts'

/**
 * - `refused`: the statement does nothing.
 * - `rolled back`: nor do those before it in its transaction. SQLite does so when it cannot continue.
 * - `done`: the statement takes effect, and reports an error nevertheless.
 */
export const faultKinds = ['refused', 'rolled back', 'done'] as const

export type Fault = { at: number; kind: (typeof faultKinds)[number] }

export class FailingSqlite {
  /** Statements that write, so far. */
  writes = 0
  /** Writes fail from now on, if set; reads, too, if `unreadable`. */
  broken: undefined | 'unwritable' | 'unreadable'
  readonly #open: OpenSqlite
  readonly #fault: Fault | undefined

  constructor(open: OpenSqlite, fault?: Fault) {
    this.#open = open
    this.#fault = fault
  }

  readonly open: OpenSqlite = (path) => {
    const connection = this.#open(path)
    return {
      ...connection,
      all: (sql, ...values) => {
        if (this.broken === 'unreadable') throw diskError()
        return connection.all(sql, ...values)
      },
      rows: (sql, ...values) => {
        if (this.broken === 'unreadable') throw diskError()
        return connection.rows(sql, ...values)
      },
      exec: (sql) => this.#act(connection, sql, () => connection.exec(sql)),
      run: (sql, ...values) => this.#act(connection, sql, () => connection.run(sql, ...values)),
    }
  }

  #act(connection: Sqlite, sql: string, act: () => void) {
    if (!/^(BEGIN|COMMIT|SAVEPOINT|RELEASE|INSERT|DELETE|UPDATE|CREATE)/.test(sql)) return act()
    this.writes++
    if (this.broken) throw diskError()
    if (this.writes !== this.#fault?.at) return act()
    if (this.#fault.kind === 'done') act()
    if (this.#fault.kind === 'rolled back') rollBack(connection)
    throw diskError()
  }
}

function rollBack(connection: Sqlite) {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // No transaction is active.
  }
}

const diskError = () =>
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
