/**
 * What the database of all wallets contains, and how it is changed: all of a change or nothing of it.
 *
 * @module
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import { StorageFailure, storageFailure } from '#protocol/storage-failure.ts'
import type { Pack, PackKey } from './indexeddb-packs.ts'
import type { RecordKey } from './indexeddb-parts.ts'

export type Schema = DBSchema & {
  /** Names of the wallets, in the order of their names. */
  wallets: { key: string; value: { name: string } }
  /** Encrypted records, under wallet and opaque name. */
  records: { key: RecordKey; value: Uint8Array }
  /** Encrypted records, many in a value. */
  packs: { key: PackKey; value: Pack }
}

export type Database = IDBPDatabase<Schema>

type StoreName = 'wallets' | 'records' | 'packs'

const storeOf = <Name extends StoreName>(
  change: IDBPTransaction<Schema, StoreName[], 'readwrite'>,
  name: Name,
) => change.objectStore(name)

/** The stores of a change, and how it makes a request whose result it does not need. */
export type Stores = {
  wallets: ReturnType<typeof storeOf<'wallets'>>
  records: ReturnType<typeof storeOf<'records'>>
  packs: ReturnType<typeof storeOf<'packs'>>
  request(made: Promise<unknown>): void
}

/** Stores all requests that `make` makes, or none of them. */
export async function atomically(
  database: Database,
  make: (stores: Stores) => void | Promise<void>,
): Promise<void> {
  // Strict: the transaction completes after the browser has flushed the data to the disk.
  const change = database.transaction(['wallets', 'records', 'packs'] as StoreName[], 'readwrite', {
    durability: 'strict',
  })
  // Of an aborted transaction, only `done` has the reason. Its requests fail with an AbortError.
  const request = (made: Promise<unknown>) => void made.catch(() => undefined)
  // It can end while `make` waits for a result.
  request(change.done)
  try {
    await make({
      wallets: storeOf(change, 'wallets'),
      records: storeOf(change, 'records'),
      packs: storeOf(change, 'packs'),
      request,
    })
  } catch (error) {
    // A request that failed has aborted the transaction already, and this throws the reason.
    if (change.error !== null) await change.done
    // Otherwise the requests before the error would be stored.
    change.abort()
    await change.done.catch(() => undefined)
    throw error
  }
  await change.done
}

export const newerVersion =
  'A newer version of this page is open in another tab. Close this tab, or reload it to use the new version.'
export const olderVersion =
  'An older version of this page is open in another tab. Close that tab, then try again.'
export const closedByBrowser =
  'The browser closed the storage of this page, so the wallet was locked. No stored data was lost. Unlock it again.'
export const deletedByBrowser =
  'The browser deleted the data of this wallet, so it was closed. Restore it from its seed words.'

/** Errors of the database as failures that say what to do. */
export async function explained<T>(act: () => Promise<T>): Promise<T> {
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
