/**
 * Wallets in a directory. NAME.keys has the keys and settings of a wallet, NAME has the data from the chain.
 * Both names mean the wallet, as in monero src/wallet/wallet2.cpp do_prepare_file_names.
 *
 * Both are SQLite databases with one table. They are attached to one connection with rollback
 * journals, so that a write to both is atomic: https://www.sqlite.org/atomiccommit.html, section 5. The
 * connection locks both files until it is closed; the kernel frees them when the process dies.
 *
 * @module
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { bytesToLatin1, sameBytes } from '#protocol/bytes.ts'
import { StorageFailure, storageFailure } from '#protocol/storage-failure.ts'
import type { RecordStore, WalletFileError, WalletFiles } from '../../worker/engine/base/ports.ts'
import { sqliteErrorInfo, type OpenSqlite, type Sqlite } from './connection.ts'

/** The application id in the files' headers; ASCII `NJar`. */
const applicationId = 0x4e4a6172

/** Wallets in `directory`, which must exist. */
export function sqliteFiles(directory: string, openSqlite: OpenSqlite): WalletFiles {
  const pathsOf = (name: string) => {
    const data = join(directory, name)
    return { data, keys: `${data}.keys` }
  }
  const exists = (name: string) => {
    const { data, keys } = pathsOf(name)
    return existsSync(data) || existsSync(keys)
  }
  const remove = (name: string) => {
    const { data, keys } = pathsOf(name)
    for (const file of [data, `${data}-journal`, keys, `${keys}-journal`])
      rmSync(file, { force: true })
  }
  return {
    async list() {
      const files = readdirSync(directory).filter((file) => file.endsWith('.keys'))
      return files.map((file) => file.slice(0, -'.keys'.length)).sort()
    },
    walletName(given) {
      // Older versions created wallets with such names; they keep them.
      return given.endsWith('.keys') && given !== '.keys' && !existsSync(pathsOf(given).keys)
        ? given.slice(0, -'.keys'.length)
        : given
    },
    exists: async (name) => exists(name),
    async create(name) {
      if (exists(name)) return 'exists'
      try {
        const records = openRecords(pathsOf(name), openSqlite)
        // Another process created and locked the file at the same moment.
        return typeof records === 'string' ? 'exists' : records
      } catch (error) {
        // Empty files would occupy the name.
        remove(name)
        throw error
      }
    },
    async open(name) {
      return existsSync(pathsOf(name).keys) ? openRecords(pathsOf(name), openSqlite) : 'missing'
    },
    remove: async (name) => remove(name),
    async keyFile(name) {
      const { keys } = pathsOf(name)
      if (!existsSync(keys) || statSync(keys).size > mostKeyBytes) return undefined
      const bytes = plainBytes(readFileSync(keys))
      return isSqlite(bytes) ? undefined : bytes
    },
  }
}

/** Larger than any key file of monero, and smaller than a database, which need not be read. */
const mostKeyBytes = 2 ** 20

/** @see https://www.sqlite.org/fileformat.html, section 1.3 */
const isSqlite = (bytes: Uint8Array) => bytesToLatin1(bytes.subarray(0, 16)) === 'SQLite format 3\0'

type Paths = { data: string; keys: string }

function openRecords(paths: Paths, openSqlite: OpenSqlite): RecordStore | WalletFileError {
  try {
    return new SqliteRecords(paths, openSqlite)
  } catch (error) {
    const problem = sqliteErrorInfo(error)
    if (problem === undefined) throw explained(error, paths)
    return problem === 'busy' ? 'in use' : 'damaged'
  }
}

class SqliteRecords implements RecordStore {
  readonly #paths: Paths
  readonly #openSqlite: OpenSqlite
  readonly lost: Promise<StorageFailure>
  #connection: Sqlite | undefined
  /** The content of removed files until it is restored: the only copy. */
  #unplaced: ReadonlyMap<string, Uint8Array> | undefined
  #lose!: (failure: StorageFailure) => void

  constructor(paths: Paths, openSqlite: OpenSqlite) {
    this.#paths = paths
    this.#openSqlite = openSqlite
    this.lost = new Promise((resolve) => (this.#lose = resolve))
    this.#connection = connect(paths, openSqlite)
  }

  async readAll() {
    return this.#unplaced ?? this.#explain(() => this.#readAll())
  }

  async read(name: string) {
    if (this.#unplaced) return this.#unplaced.get(name)
    const sql = `SELECT value FROM ${schemaOf(name)}.records WHERE name = ?`
    const [row] = this.#explain(() => this.#open.all(sql, name))
    return row && plainBytes(row.value as Uint8Array)
  }

  async write(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]) {
    this.#explain(() => {
      this.#putBackRemovedFiles()
      this.#write(puts, deletes)
    })
  }

  async flush() {
    this.#explain(() => this.#putBackRemovedFiles())
  }

  async close() {
    this.#connection?.close()
    this.#connection = undefined
    this.#unplaced = undefined
  }

  get #open() {
    if (!this.#connection) throw new Error('the wallet file is closed')
    return this.#connection
  }

  #explain<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw explained(error, this.#paths)
    }
  }

  #readAll() {
    const rows = schemas.flatMap((schema) =>
      this.#open.all(`SELECT name, value FROM ${schema}.records`),
    )
    return new Map(rows.map(({ name, value }) => [name as string, plainBytes(value as Uint8Array)]))
  }

  #write(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]) {
    const connection = this.#open
    try {
      connection.exec('BEGIN IMMEDIATE')
      for (const [name, bytes] of puts)
        connection.run(
          `INSERT OR REPLACE INTO ${schemaOf(name)}.records VALUES (?, ?)`,
          name,
          bytes,
        )
      for (const name of deletes)
        connection.run(`DELETE FROM ${schemaOf(name)}.records WHERE name = ?`, name)
      connection.exec('COMMIT')
    } catch (error) {
      rollBack(connection)
      if (!this.#isStored(puts, deletes)) throw error
    }
  }

  /** Whether the disk has the changes of a failed write: a COMMIT can fail after it has taken effect. */
  #isStored(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]): boolean {
    try {
      const stored = (name: string) =>
        this.#open.all(`SELECT value FROM ${schemaOf(name)}.records WHERE name = ?`, name)[0]
      const isPut = ([name, bytes]: [string, Uint8Array]) => {
        const row = stored(name)
        return row !== undefined && sameBytes(plainBytes(row.value as Uint8Array), bytes)
      }
      return [...puts].every(isPut) && deletes.every((name) => !stored(name))
    } catch (error) {
      const place = placeOf(this.#paths)
      const failure = new StorageFailure(
        `${place} cannot be read after a failed write, so the wallet was closed. ` +
          `Check the disk, then open the wallet again (${String((error as { code?: unknown }).code)}).`,
        { cause: error },
      )
      this.#lose(failure)
      throw failure
    }
  }

  // The removed files stay readable through the open connection; new files get their content.
  #putBackRemovedFiles() {
    const removed = !existsSync(this.#paths.keys) || !existsSync(this.#paths.data)
    if (!removed && !this.#unplaced) return
    this.#unplaced ??= this.#readAll()
    this.#connection?.close()
    this.#connection = undefined
    this.#connection = connect(this.#paths, this.#openSqlite)
    this.#write(this.#unplaced, [])
    this.#unplaced = undefined
  }
}

const placeOf = ({ data }: Paths) => `the disk of "${basename(data)}"`

/** The failure of storage behind an error; another error unchanged. */
const explained = (error: unknown, paths: Paths) => storageFailure(error, placeOf(paths)) ?? error

/** Databases of the connection: NAME.keys, NAME. */
const schemas = ['main', 'data'] as const
const schemaOf = (name: string) => (name.startsWith('keys.') ? 'main' : 'data')

function connect({ keys, data }: Paths, openSqlite: OpenSqlite): Sqlite {
  for (const path of [keys, data]) makePrivate(path)
  const connection = openSqlite(keys)
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE')
    connection.run('ATTACH DATABASE ? AS data', data)
    // In both files: no free page may keep a header that the old password opens.
    connection.exec('PRAGMA secure_delete = ON')
    // From here on this connection has both files locked. A complete file is not written.
    connection.exec('BEGIN EXCLUSIVE')
    for (const schema of schemas) prepare(connection, schema)
    connection.exec('COMMIT')
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function prepare(connection: Sqlite, schema: string) {
  const tables = connection.all(`SELECT name FROM ${schema}.sqlite_master WHERE name = 'records'`)
  if (tables.length > 0) return
  connection.exec(`PRAGMA ${schema}.application_id = ${applicationId}`)
  connection.exec(
    `CREATE TABLE ${schema}.records (
      name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID`,
  )
}

/** Rolls a write back, unless SQLite already did, as it does when the disk is full. */
function rollBack(connection: Sqlite) {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // The transaction is already rolled back. The caller needs the first error.
  }
}

/** Creates the file, readable by its owner only, unless it exists. */
function makePrivate(path: string) {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** Drivers return Buffers, whose `slice` shares memory. The engine expects plain arrays. */
const plainBytes = (bytes: Uint8Array) =>
  new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
