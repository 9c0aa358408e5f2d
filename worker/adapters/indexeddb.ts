/**
 * Wallets in the browser: one IndexedDB database, a Web Lock for each open wallet.
 *
 * @module
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { RecordStore, WalletFiles } from '../engine/base/ports.ts'

type Schema = DBSchema & {
  /** Names of the wallets, in the order of their names. */
  wallets: { key: string; value: { name: string } }
  /** Encrypted records, under wallet and opaque name. */
  records: { key: [wallet: string, name: string]; value: Uint8Array }
}

/** As much of the Web Locks API as is used, so that tests can bring their own. */
export type Locks = Pick<LockManager, 'request'>

/** Wallets in the database `nightjar` of this origin. */
export function indexedDbFiles(locks: Locks = navigator.locks): WalletFiles {
  const database = openDB<Schema>('nightjar', 1, {
    upgrade(db) {
      db.createObjectStore('wallets', { keyPath: 'name' })
      db.createObjectStore('records')
    },
  })
  const exists = async (name: string) =>
    (await (await database).getKey('wallets', name)) !== undefined

  const lockedRecords = async (name: string) => {
    const release = await tryLock(locks, `nightjar wallet ${name}`)
    return release && idbRecords(await database, name, release)
  }

  return {
    list: async () => (await database).getAllKeys('wallets'),
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
    async remove(name) {
      const change = (await database).transaction(['wallets', 'records'], 'readwrite')
      await Promise.all([
        change.objectStore('wallets').delete(name),
        change.objectStore('records').delete(rangeOf(name)),
        change.done,
      ])
    },
  }
}

function idbRecords(
  database: IDBPDatabase<Schema>,
  wallet: string,
  release: () => void,
): RecordStore {
  return {
    async readAll() {
      const read = database.transaction('records').store
      const [keys, values] = await Promise.all([
        read.getAllKeys(rangeOf(wallet)),
        read.getAll(rangeOf(wallet)),
      ])
      return new Map(keys.map(([, name], index) => [name, values[index]!]))
    },
    async write(puts, deletes) {
      // Strict: the transaction completes after the browser has flushed the data to the disk.
      const change = database.transaction(['wallets', 'records'], 'readwrite', {
        durability: 'strict',
      })
      const records = change.objectStore('records')
      // The wallet is listed with its first record, so that a half-made one is never seen.
      await Promise.all([
        change.objectStore('wallets').put({ name: wallet }),
        ...[...puts].map(([name, bytes]) => records.put(bytes, [wallet, name])),
        ...deletes.map((name) => records.delete([wallet, name])),
        change.done,
      ])
    },
    async flush() {},
    async close() {
      release()
    },
  }
}

/** Keys are ordered, and an array sorts after every string: all records of one wallet. */
const rangeOf = (wallet: string) => IDBKeyRange.bound([wallet], [wallet, []])

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
