import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { StorageFailure } from '../../../protocol/storage-failure.ts'
import { indexedDbFiles } from '../../../worker/adapters/indexeddb.ts'
import type { RecordStore, WalletFiles } from '../../../worker/engine/base/ports.ts'
import { fakeLocks } from '../../support/storage/web-locks.ts'

/** Connections in the order in which they were opened. */
const connections: IDBDatabase[] = []
const original = globalThis.indexedDB

beforeEach(() => {
  const factory = new IDBFactory()
  const open = factory.open.bind(factory)
  factory.open = (...given) => {
    const request = open(...given)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  }
  globalThis.indexedDB = factory
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
  globalThis.indexedDB = original
})

const content = new Map([['keys.a', Uint8Array.of(1, 2)]])

const opened = (store: RecordStore | string): RecordStore => {
  if (typeof store === 'string') throw new Error(store)
  return store
}

async function wallet(files: WalletFiles) {
  const store = opened(await files.create('w'))
  await store.write(content, [])
  return store
}

/** Result of a request of the browser's own interface. */
const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

/** What a promise says within some turns of the event loop. */
async function within<T>(promise: Promise<T>): Promise<T | 'nothing'> {
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve))
    return 'nothing' as const
  }
  return Promise.race([promise, turns()])
}

/** Makes writes of records fail. */
function failPuts(error: () => Error) {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value, key) {
    if (key !== undefined) throw error()
    return put.call(this, value, key)
  }
  const restore = () => void (IDBObjectStore.prototype.put = put)
  onTestFinished(restore)
  return restore
}

const newer =
  'A newer version of this page is open in another tab. Close this tab, or reload it to use the new version.'
const closed =
  'The browser closed the storage of this page, so the wallet was locked. No stored data was lost. Unlock it again.'

describe('a newer version of the page in another tab', () => {
  test('upgrades the database at once, and the open wallet is lost', async () => {
    const files = indexedDbFiles(fakeLocks())
    const store = await wallet(files)
    await resultOf(indexedDB.open('nightjar', 3))
    expect(await store.lost).toEqual(new StorageFailure(newer))
    await expect(store.write(content, [])).rejects.toThrow(StorageFailure)
  })

  test('error: the older page cannot use the upgraded database', async () => {
    await resultOf(indexedDB.open('nightjar', 3))
    const files = indexedDbFiles(fakeLocks())
    await expect(files.list()).rejects.toThrow(new StorageFailure(newer))
    await expect(files.create('w')).rejects.toThrow(new StorageFailure(newer))
  })

  test('error: it waits for an older page that keeps its connection', async () => {
    await wallet(indexedDbFiles(fakeLocks()))
    connections.pop()!.close()
    const older = await resultOf(indexedDB.open('nightjar', 2))
    const files = indexedDbFiles(fakeLocks(), 3)
    await expect(files.list()).rejects.toThrow(
      'An older version of this page is open in another tab. Close that tab, then try again.',
    )
    older.close()
    await expect.poll(() => files.list().catch(String)).toEqual(['w'])
    expect(await opened(await files.open('w')).readAll()).toEqual(content)
  })
})

describe('a connection that the browser closes', () => {
  test('loses the open wallet, which opens again with its records', async () => {
    const files = indexedDbFiles(fakeLocks())
    const store = await wallet(files)
    forceCloseDatabase(connections[0]! as never)
    expect(await store.lost).toEqual(new StorageFailure(closed))
    await expect(store.write(new Map([['data.b', Uint8Array.of(3)]]), [])).rejects.toThrow(closed)
    await expect(store.readAll()).rejects.toThrow(closed)
    await store.close()
    expect(await files.list()).toEqual(['w'])
    expect(await opened(await files.open('w')).readAll()).toEqual(content)
  })

  test('because it deleted the data, loses the wallet for good', async () => {
    const files = indexedDbFiles(fakeLocks())
    const store = await wallet(files)
    const deleted = resultOf(indexedDB.deleteDatabase('nightjar'))
    forceCloseDatabase(connections[0]! as never)
    await deleted
    expect(await store.lost).toEqual(
      new StorageFailure(
        'The browser deleted the data of this wallet, so it was closed. Restore it from its seed words.',
      ),
    )
    await expect(store.write(content, [])).rejects.toThrow(StorageFailure)
    expect(await files.list()).toEqual([])
  })
})

test('a request to delete the database waits while a page uses it', async () => {
  const files = indexedDbFiles(fakeLocks())
  const store = await wallet(files)
  const deleted = resultOf(indexedDB.deleteDatabase('nightjar'))
  expect(await within(deleted)).toBe('nothing')
  expect(await within(store.lost!)).toBe('nothing')
  expect(await store.readAll()).toEqual(content)
})

describe('a write', () => {
  test.each([
    [
      'QuotaExceededError',
      'the storage of this browser is full. Nothing was changed. Free some space, then try again (QuotaExceededError).',
    ],
    [
      'UnknownError',
      'the storage of this browser reports an error. Nothing was changed. Check the disk, then try again (UnknownError).',
    ],
  ])('error: %s changes nothing, and a later write succeeds', async (name, message) => {
    const store = await wallet(indexedDbFiles(fakeLocks()))
    const restore = failPuts(() => new DOMException('', name))
    const change = new Map([['data.b', Uint8Array.of(3)]])
    await expect(store.write(change, ['keys.a'])).rejects.toThrow(new StorageFailure(message))
    restore()
    expect(await store.readAll()).toEqual(content)
    await store.write(change, ['keys.a'])
    expect(await store.readAll()).toEqual(change)
  })

  test('error: a first write that fails leaves no wallet', async () => {
    const files = indexedDbFiles(fakeLocks())
    const store = opened(await files.create('w'))
    failPuts(() => new DOMException('', 'QuotaExceededError'))
    await expect(store.write(content, [])).rejects.toThrow(StorageFailure)
    expect(await files.list()).toEqual([])
  })

  test('error: another error of the browser is unchanged', async () => {
    const store = await wallet(indexedDbFiles(fakeLocks()))
    failPuts(() => new DOMException('no clone', 'DataCloneError'))
    await expect(store.write(content, [])).rejects.toMatchObject({ name: 'DataCloneError' })
  })
})
