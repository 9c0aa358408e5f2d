/**
 * The chain store's driver over SQLite on Node: a file with a write-ahead log, or memory.
 *
 * @module
 * @see https://www.sqlite.org/wal.html
 */
import { StorageFailure, storageFailure } from '#protocol/storage-failure.ts'
import { sqliteErrorInfo, type OpenSqlite, type Sqlite } from './connection.ts'
import type { Driver, Row } from '../../proxy/stores/driver.ts'
import { damaged, StoreError } from '../../proxy/stores/schema.ts'

/** The application id in the file's header; ASCII `NJch`. */
const applicationId = 0x4e4a6368

/**
 * Opens the chain's file for this process alone. Creates it when it is missing.
 *
 * @throws StoreError when another process has it open, or the database is damaged. StorageFailure when the disk is
 *   full or fails, here and in all calls of the driver.
 */
export function openSqliteDriver(path: string, openSqlite: OpenSqlite): Driver {
  try {
    return connect(path, openSqlite)
  } catch (error) {
    const problem = sqliteErrorInfo(error)
    if (problem === 'busy') throw new StoreError(`${path} is in use by another process`)
    // The SQL is correct, so the file has a format that SQLite does not know.
    const isForeign = (error as { code?: unknown }).code === 'SQLITE_ERROR'
    if (problem === undefined && !isForeign) throw storageFailure(error, placeOf(path)) ?? error
    throw new StoreError(`${path} is damaged: it is no sound SQLite database`)
  }
}

function connect(path: string, openSqlite: OpenSqlite): Driver {
  const connection = openSqlite(path)
  try {
    // Before the journal mode, so that the log needs no shared memory.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE')
    connection.exec('PRAGMA journal_mode = WAL')
    // After a power cut the newest blocks may be missing, but the store ends with a whole transaction.
    connection.exec('PRAGMA synchronous = NORMAL')
    connection.exec('PRAGMA cache_size = -32768')
    const { application_id: found } = connection.all('PRAGMA application_id')[0]!
    const { count } = connection.all('SELECT COUNT(*) AS count FROM sqlite_master')[0]!
    if (count === 0) connection.exec(`PRAGMA application_id = ${applicationId}`)
    else if (found !== applicationId)
      throw new StoreError(`${path} is a database of another program`)
    checkPages(connection, path)
    return overConnection(connection, placeOf(path))
  } catch (error) {
    connection.close()
    throw error
  }
}

function checkPages(connection: Sqlite, path: string) {
  const [first] = connection.all('PRAGMA quick_check(1)')
  const found = Object.values(first ?? {})[0]
  if (found !== 'ok') throw new StoreError(`${path} is damaged: ${String(found)}`)
}

function overConnection(connection: Sqlite, place: string): Driver {
  let depth = 0
  // The file stays: no code here can rebuild it.
  const { page_size: pageSize } = connection.all('PRAGMA page_size')[0]!
  const all: Driver['all'] = (sql, ...values) =>
    withStoreErrors(place, () => connection.all(sql, ...values) as Row[])
  const rows: Driver['rows'] = (sql, ...values) =>
    withStoreErrors(place, () => connection.rows(sql, ...values))
  // SQLite may have rolled back the outermost transaction: what follows would be stored without it.
  let failed: StorageFailure | undefined
  const run: Driver['run'] = (sql, ...values) => {
    if (failed) throw failed
    try {
      withStoreErrors(place, () => connection.run(sql, ...values))
    } catch (error) {
      if (depth > 0 && error instanceof StorageFailure) failed = error
      throw error
    }
  }
  return {
    all,
    rows,
    run,
    transaction(act) {
      const [begin, commit, rollBack] = depth === 0 ? outer : inner(depth)
      depth++
      try {
        run(begin)
        const result = act()
        run(commit)
        return result
      } catch (error) {
        for (const sql of rollBack) undo(connection, sql)
        throw error
      } finally {
        depth--
        if (depth === 0) failed = undefined
      }
    },
    size() {
      const { page_count: pages } = connection.all('PRAGMA page_count')[0]!
      return Number(pages) * Number(pageSize)
    },
    close: () => connection.close(),
  }
}

/** Damage that the check of all pages missed appears at reading. */
function withStoreErrors<T>(place: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (sqliteErrorInfo(error) === 'not a database') throw damaged((error as Error).message)
    throw storageFailure(error, place) ?? error
  }
}

const placeOf = (path: string) => `the disk of ${path}`

const outer = ['BEGIN IMMEDIATE', 'COMMIT', ['ROLLBACK']] as const

const inner = (depth: number) =>
  [
    `SAVEPOINT inner_${depth}`,
    `RELEASE inner_${depth}`,
    [`ROLLBACK TO inner_${depth}`, `RELEASE inner_${depth}`],
  ] as const

/** SQLite rolls a transaction back by itself when the disk is full. The first error counts. */
function undo(connection: Sqlite, sql: string) {
  try {
    connection.run(sql)
  } catch {
    // The transaction is already rolled back.
  }
}
