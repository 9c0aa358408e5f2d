/**
 * Wallets in the browser: one IndexedDB database, a Web Lock for each open wallet.
 *
 * The browser can close the connection: it deletes the data of the page, or a newer version of the page is open in
 * another tab. Open wallets are lost then; the next call makes a new connection.
 *
 * @module
 */
import { openDB } from 'idb'
import { StorageFailure } from '#protocol/storage-failure.ts'
import { databaseName } from '#protocol/wallet/database.ts'
import type { WalletFiles } from '../engine/base/ports.ts'
import {
  atomically,
  closedByBrowser,
  deletedByBrowser,
  explained,
  newerVersion,
  olderVersion,
  type Database,
  type Schema,
} from './indexeddb-change.ts'
import { rangeOf } from './indexeddb-parts.ts'
import { idbRecords, sizeOf } from './indexeddb-records.ts'
import { systemClock } from './platform.ts'

/** As much of the Web Locks API as is used, so that tests can bring their own. */
export type Locks = Pick<LockManager, 'request'>

type Connection = { database: Database; ending: Ending }

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
export function indexedDbFiles(locks: Locks = navigator.locks, version = 2): WalletFiles {
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
        atomically(database, ({ wallets, records, packs, request }) => {
          request(wallets.delete(name))
          request(records.delete(rangeOf(name)))
          request(packs.delete(rangeOf(name)))
        }),
      ),
    rename: (from, to) =>
      use(({ database }) =>
        atomically(database, async ({ wallets, records, packs, request }) => {
          const [entry, keys, values, packKeys, packed] = await Promise.all([
            wallets.get(from),
            records.getAllKeys(rangeOf(from)),
            records.getAll(rangeOf(from)),
            packs.getAllKeys(rangeOf(from)),
            packs.getAll(rangeOf(from)),
          ])
          if (!entry) throw new StorageFailure(deletedByBrowser)
          request(wallets.add({ ...entry, name: to }))
          request(wallets.delete(from))
          for (const [index, [, name]] of keys.entries())
            request(records.put(values[index]!, [to, name]))
          for (const [index, [, prefix]] of packKeys.entries())
            request(packs.put(packed[index]!, [to, prefix]))
          request(records.delete(rangeOf(from)))
          request(packs.delete(rangeOf(from)))
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
        if (oldVersion < 1) {
          db.createObjectStore('wallets', { keyPath: 'name' })
          db.createObjectStore('records')
        }
        if (oldVersion < 2) db.createObjectStore('packs')
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
