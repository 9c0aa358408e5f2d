/**
 * Wallets in the browser: one IndexedDB database, a Web Lock for each open wallet.
 *
 * The browser can close the connection: it deletes the data of the page, or a newer version of the page is open in
 * another tab. Open wallets are lost then; the next call makes a new connection.
 *
 * @module
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import { StorageFailure, storageFailure } from '#protocol/storage-failure.ts'
import { databaseName } from '#protocol/wallet/database.ts'
import type { RecordStore, WalletFiles } from '../engine/base/ports.ts'
import { rangeOf, readInParts, type RecordKey } from './indexeddb-parts.ts'
import { systemClock } from './platform.ts'

type Schema = DBSchema & {
  /** Names of the wallets, in the order of their names. */
  wallets: { key: string; value: { name: string } }
  /** Encrypted records, under wallet and opaque name. */
  records: { key: RecordKey; value: Uint8Array }
}

/** As much of the Web Locks API as is used, so that tests can bring their own. */
export type Locks = Pick<LockManager, 'request'>

type Connection = { database: IDBPDatabase<Schema>; ending: Ending }

/** Attempts to connect after the browser closed the connection, and the pause between them. */
const [mostAttempts, attemptMs] = [20, 100]

/** Why a connection ended: closed by the browser, or because another tab needs a newer database. */
type End = 'closed' | 'superseded'

/** The end of a connection that this page does not close. */
class Ending {
  #end: End | undefined
  readonly #listeners = new Set<(end: End) => void>()

  /**
   * Calls `listener` once. A connection lasts longer than its wallets, so each removes its listener: with a
   * promise, the connection would keep every wallet in memory.
   *
   * @returns Removes the listener.
   */
  onEnd(listener: (end: End) => void): () => void {
    if (this.#end) listener(this.#end)
    else this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  end(end: End): void {
    this.#end = end
    for (const listener of this.#listeners) listener(end)
    this.#listeners.clear()
  }
}

/**
 * Wallets in the database `nightjar` of this origin.
 *
 * @param version - Of the schema. A database of an older version is upgraded.
 */
export function indexedDbFiles(locks: Locks = navigator.locks, version = 1): WalletFiles {
  let current: Promise<Connection> | undefined
  const connect = () => {
    const forget = () => {
      if (current === connecting) current = undefined
    }
    const connecting = openConnection(version, forget)
    connecting.catch(forget)
    return (current = connecting)
  }
  const use = <T>(act: (connection: Connection) => T | Promise<T>): Promise<T> =>
    explained(async () => act(await (current ?? connect())))
  const exists = (name: string) =>
    use(async ({ database }) => (await database.getKey('wallets', name)) !== undefined)

  /** Why an open wallet lost its connection. */
  const reason = async (name: string, end: End) => {
    if (end === 'superseded') return new StorageFailure(newerVersion)
    // While the browser deletes data, it refuses new connections.
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const isThere = await exists(name).catch(() => undefined)
      if (isThere === false) return new StorageFailure(deletedByBrowser)
      if (isThere) break
      await systemClock.sleep(attemptMs)
    }
    return new StorageFailure(closedByBrowser)
  }

  const lockedRecords = async (name: string) => {
    const release = await tryLock(locks, `nightjar wallet ${name}`)
    if (!release) return undefined
    try {
      const { database, ending } = await use((connection) => connection)
      let ignore!: () => void
      const lost = new Promise<StorageFailure>((resolve) => {
        ignore = ending.onEnd((end) => resolve(reason(name, end)))
      })
      const closed = () => {
        ignore()
        release()
      }
      return idbRecords(database, name, closed, lost)
    } catch (error) {
      release()
      throw error
    }
  }

  return {
    list: () => use(({ database }) => database.getAllKeys('wallets')),
    exists,
    async create(name) {
      const records = await lockedRecords(name)
      if (!records) return 'exists'
      const taken = await exists(name).catch(async (error: unknown) => {
        await records.close()
        throw error
      })
      if (!taken) return records
      await records.close()
      return 'exists'
    },
    async open(name) {
      if (!(await exists(name))) return 'missing'
      return (await lockedRecords(name)) ?? 'in use'
    },
    readRecord: (name, record) => use(({ database }) => database.get('records', [name, record])),
    measure: (name) => use(({ database }) => sizeOf(database, name)),
    remove: (name) =>
      use(({ database }) =>
        atomically(database, ({ wallets, records, request }) => {
          request(wallets.delete(name))
          request(records.delete(rangeOf(name)))
        }),
      ),
    rename: (from, to) =>
      use(({ database }) =>
        atomically(database, async ({ wallets, records, request }) => {
          const [entry, keys, values] = await Promise.all([
            wallets.get(from),
            records.getAllKeys(rangeOf(from)),
            records.getAll(rangeOf(from)),
          ])
          if (!entry) throw new StorageFailure(deletedByBrowser)
          request(wallets.add({ ...entry, name: to }))
          request(wallets.delete(from))
          for (const [index, [, name]] of keys.entries())
            request(records.put(values[index]!, [to, name]))
          request(records.delete(rangeOf(from)))
        }),
      ),
  }
}

/** @param closed - Called when the connection ends. @throws {StorageFailure} */
function openConnection(version: number, closed: () => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const ending = new Ending()
    let isRefused = false
    const opening = openDB<Schema>(databaseName, version, {
      upgrade(db, oldVersion) {
        if (oldVersion > 0) return
        db.createObjectStore('wallets', { keyPath: 'name' })
        db.createObjectStore('records')
      },
      // An older page that does not react to the upgrade of the database.
      blocked() {
        isRefused = true
        reject(new StorageFailure(olderVersion))
      },
      blocking(_, wanted, event) {
        // Without a version it is to be deleted, which waits until this page is closed.
        if (wanted === null) return
        closed()
        ;(event.target as IDBDatabase).close()
        ending.end('superseded')
      },
      terminated() {
        closed()
        ending.end('closed')
      },
    })
    opening.then((database) => {
      if (isRefused) database.close()
      else resolve({ database, ending })
    }, reject)
  })
}

const newerVersion =
  'A newer version of this page is open in another tab. Close this tab, or reload it to use the new version.'
const olderVersion =
  'An older version of this page is open in another tab. Close that tab, then try again.'
const closedByBrowser =
  'The browser closed the storage of this page, so the wallet was locked. No stored data was lost. Unlock it again.'
const deletedByBrowser =
  'The browser deleted the data of this wallet, so it was closed. Restore it from its seed words.'

/** Errors of the database as failures that say what to do. */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { name } = (error ?? {}) as { name?: unknown }
    if (name === 'VersionError') throw new StorageFailure(newerVersion, { cause: error })
    // The connection was closed, and the event that says so is still to come.
    if (name === 'InvalidStateError' || name === 'AbortError')
      throw new StorageFailure(closedByBrowser, { cause: error })
    throw storageFailure(error, 'the storage of this browser') ?? error
  }
}

/** Parts that a closed connection refuses to read are one that fails. */
function begin<T>(act: () => readonly Promise<T>[]): readonly Promise<T>[] {
  try {
    return act()
  } catch (error) {
    // The caller gets it as any other error of storage.
    return [Promise.reject(error as Error)]
  }
}

function idbRecords(
  database: IDBPDatabase<Schema>,
  wallet: string,
  closed: () => void,
  lost: Promise<StorageFailure>,
): RecordStore {
  const readParts = () => {
    const begun = begin(() => readInParts(database.transaction('records').store, wallet))
    return begun.map((part) => explained(() => part))
  }
  return {
    lost,
    readAll: async () => new Map((await Promise.all(readParts())).flat()),
    readParts,
    read: (name) => explained(() => database.get('records', [wallet, name])),
    write: (puts, deletes) =>
      explained(() =>
        atomically(database, ({ wallets, records, request }) => {
          // The wallet is listed with its first record, so that a half-made one is never seen.
          request(wallets.put({ name: wallet }))
          for (const [name, bytes] of puts) request(records.put(bytes, [wallet, name]))
          for (const name of deletes) request(records.delete([wallet, name]))
        }),
      ),
    async flush() {},
    async close() {
      closed()
    },
  }
}

/** One record at a time: the sum needs no memory. */
async function sizeOf(database: IDBPDatabase<Schema>, wallet: string) {
  let [records, bytes] = [0, 0]
  const store = database.transaction('records').store
  let cursor = await store.openCursor(rangeOf(wallet))
  for (; cursor; cursor = await cursor.continue()) {
    records++
    bytes += cursor.value.length + cursor.key[1].length
  }
  return { records, bytes }
}

type Change = IDBPTransaction<Schema, ('wallets' | 'records')[], 'readwrite'>

/** The stores of a change, and how it makes a request whose result it does not need. */
type Stores = {
  wallets: ReturnType<typeof walletsOf>
  records: ReturnType<typeof recordsOf>
  request(made: Promise<unknown>): void
}

const walletsOf = (change: Change) => change.objectStore('wallets')
const recordsOf = (change: Change) => change.objectStore('records')

/** Stores all requests that `make` makes, or none of them. */
async function atomically(
  database: IDBPDatabase<Schema>,
  make: (stores: Stores) => void | Promise<void>,
): Promise<void> {
  // Strict: the transaction completes after the browser has flushed the data to the disk.
  const change: Change = database.transaction(['wallets', 'records'], 'readwrite', {
    durability: 'strict',
  })
  // Of an aborted transaction, only `done` has the reason. Its requests fail with an AbortError.
  const request = (made: Promise<unknown>) => void made.catch(() => undefined)
  try {
    await make({ wallets: walletsOf(change), records: recordsOf(change), request })
  } catch (error) {
    // Otherwise the requests before it would be stored. A request that failed has aborted it already.
    if (change.error === null) change.abort()
    await change.done.catch(() => undefined)
    throw error
  }
  await change.done
}

/** Takes a lock until it is released or this thread ends; undefined while it is taken. */
function tryLock(locks: Locks, name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    })
    held.catch(reject)
  })
}
