/**
 * Many records of a wallet in IndexedDB: they are folded into packs, and no state between is lost.
 */
import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { indexedDbFiles } from '../../../worker/adapters/indexeddb.ts'
import type { Pack } from '../../../worker/adapters/indexeddb-packs.ts'
import type { RecordStore, WalletFiles } from '../../../worker/engine/base/ports.ts'
import { fakeLocks } from '../../support/storage/web-locks.ts'

beforeEach(() => void (globalThis.indexedDB = new IDBFactory()))

/** Records that are folded from this number on. */
const many = 2048

const name = (i: number) => `data.${(Math.imul(i, 2654435761) >>> 0).toString(16).padStart(8, '0')}`
const value = (i: number, length = 1 + (i % 5)) => new Uint8Array(length).fill(i)
const data = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i): [string, Uint8Array] => [name(from + i), value(from + i)])
const keys: [string, Uint8Array][] = [
  ['keys.header', value(7)],
  ['keys.0a', value(8)],
]

const opened = async (opening: Promise<RecordStore | string>): Promise<RecordStore> => {
  const store = await opening
  if (typeof store === 'string') throw new Error(store)
  return store
}

/** All values of a store of the database, by their keys. */
async function stored<Value>(store: 'records' | 'packs'): Promise<Map<string, Value>> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error!)
    })
  const database = await resultOf(indexedDB.open('nightjar'))
  const reading = database.transaction(store).objectStore(store)
  const [found, values] = await Promise.all([
    resultOf(reading.getAllKeys()),
    resultOf(reading.getAll()),
  ])
  database.close()
  return new Map(found.map((key, i) => [String(key), values[i] as Value]))
}

/** A closed wallet with these records, none of them in packs. */
async function wallet(files: WalletFiles, content: readonly [string, Uint8Array][], called = 'w') {
  const store = await opened(files.create(called))
  await store.write(new Map(content), [])
  await store.close()
}

/** Opens and reads it, and closes it after it was folded. */
async function readOnce(files: WalletFiles, called = 'w') {
  const store = await opened(files.open(called))
  const all = await store.readAll()
  await store.close()
  return all
}

async function foldedWallet(count = 3000) {
  const files = indexedDbFiles(fakeLocks())
  const content = [...keys, ...data(count)]
  await wallet(files, content)
  await readOnce(files)
  return { files, content: new Map(content) }
}

const sorted = (records: ReadonlyMap<string, Uint8Array>) => [...records].sort()

/** Makes writes of packs fail. */
function failPacks() {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (given, key) {
    if (this.name === 'packs') throw new DOMException('', 'QuotaExceededError')
    return put.call(this, given, key)
  }
  const restore = () => void (IDBObjectStore.prototype.put = put)
  onTestFinished(restore)
  return restore
}

describe('many records', () => {
  test('are folded into packs when a wallet has been read, except those with keys', async () => {
    const { files, content } = await foldedWallet()
    expect([...(await stored('records')).keys()].sort()).toEqual(['w,keys.0a', 'w,keys.header'])
    expect((await stored('packs')).size).toBe(256)
    expect(sorted(await readOnce(files))).toEqual(sorted(content))
    const store = await opened(files.open('w'))
    for (const i of [0, 1, 1000, 2999]) expect(await store.read!(name(i))).toEqual(value(i))
    expect(await store.read!('keys.header')).toEqual(value(7))
    for (const none of [name(3000), 'data.', 'data.zz', 'keys.none'])
      expect(await store.read!(none)).toBeUndefined()
  })

  test.each([
    ['fewer than 2048', many - 1, 0],
    ['exactly 2048', many, 256],
  ])('%s: %i records are in %i packs', async (_, count, packs) => {
    const files = indexedDbFiles(fakeLocks())
    await wallet(files, data(count))
    await readOnce(files)
    expect((await stored('packs')).size).toBe(packs)
    expect((await stored('records')).size).toBe(packs ? 0 : count)
  })

  test('are not folded when the wallet is closed before it was read, or is only created', async () => {
    const files = indexedDbFiles(fakeLocks())
    await wallet(files, data(many))
    const store = await opened(files.open('w'))
    const reading = store.readAll()
    await store.close()
    expect((await reading).size).toBe(many)
    expect((await stored('packs')).size).toBe(0)
  })

  test('of another wallet are untouched', async () => {
    const files = indexedDbFiles(fakeLocks())
    for (const called of ['v', 'w', 'w0']) await wallet(files, data(many), called)
    await readOnce(files)
    const packed = [...(await stored('packs')).keys()]
    expect(packed.every((key) => key.startsWith('w,'))).toBe(true)
    expect(sorted(await readOnce(files, 'w0'))).toEqual(sorted(new Map(data(many))))
  })
})

describe('changes of a wallet with packs', () => {
  test('take the place of packed records, and are folded when they are many', async () => {
    const { files, content } = await foldedWallet()
    const store = await opened(files.open('w'))
    await store.readAll()
    const changed = new Map(data(many).map(([key, bytes]) => [key, bytes.map((byte) => byte ^ 1)]))
    const added = new Map(data(10, 5000))
    await store.write(new Map([...changed, ...added]), [])
    expect(await store.read!(name(3))).toEqual(changed.get(name(3)))
    const expected = sorted(new Map([...content, ...changed, ...added]))
    expect(sorted(await store.readAll())).toEqual(expected)
    await store.close()
    expect(sorted(await readOnce(files))).toEqual(expected)
    expect((await stored('records')).size).toBe(keys.length)
    expect(sorted(await readOnce(files))).toEqual(expected)
  })

  test('that delete records remove their bytes from packs', async () => {
    const { files, content } = await foldedWallet()
    const store = await opened(files.open('w'))
    await store.readAll()
    await store.write(new Map([['keys.0a', value(9)]]), [name(5), name(6), name(9999)])
    content.set('keys.0a', value(9))
    for (const i of [5, 6]) content.delete(name(i))
    expect(await store.read!(name(5))).toBeUndefined()
    expect(sorted(await store.readAll())).toEqual(sorted(content))
    await store.close()
    const packs = [...(await stored<Pack>('packs')).values()]
    expect(packs.flatMap((pack) => pack.names)).not.toContain(name(5))
    const size = packs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const expected = [...content].filter(([key]) => key.startsWith('data.'))
    expect(size).toBe(expected.reduce((sum, [, { length }]) => sum + length, 0))
    expect(sorted(await readOnce(files))).toEqual(sorted(content))
  })

  test('that replace all records, as a new password does, leave none of the old ones', async () => {
    const { files, content } = await foldedWallet()
    const store = await opened(files.open('w'))
    await store.readAll()
    const anew = new Map(data(3000, 10_000))
    await store.write(anew, [...content.keys()])
    expect(sorted(await store.readAll())).toEqual(sorted(anew))
    expect((await stored('packs')).size).toBe(0)
    await store.close()
    expect(sorted(await readOnce(files))).toEqual(sorted(anew))
  })

  test('made while the records are folded are kept', async () => {
    const files = indexedDbFiles(fakeLocks())
    await wallet(files, data(3000))
    const store = await opened(files.open('w'))
    const expected = new Map(await store.readAll())
    // Folding has begun. Each of these changes comes between two of its steps, or after them.
    for (let i = 0; i < 40; i++) {
      await store.write(new Map([[name(i), value(i + 100)]]), [name(1000 + i)])
      expected.set(name(i), value(i + 100))
      expected.delete(name(1000 + i))
    }
    expect(sorted(await store.readAll())).toEqual(sorted(expected))
    await store.close()
    expect((await stored('packs')).size).toBe(256)
    expect(sorted(await readOnce(files))).toEqual(sorted(expected))
  })

  test('of its name, its size and its removal include packs', async () => {
    const { files, content } = await foldedWallet()
    const store = await opened(files.open('w'))
    await store.readAll()
    await store.write(new Map([[name(0), value(1, 50)]]), [])
    await store.close()
    content.set(name(0), value(1, 50))
    const bytes = [...content].reduce((sum, [key, { length }]) => sum + key.length + length, 0)
    expect(await files.measure!('w')).toEqual({ records: content.size, bytes })
    await files.rename!('w', 'renamed')
    expect(await files.list()).toEqual(['renamed'])
    expect(sorted(await readOnce(files, 'renamed'))).toEqual(sorted(content))
    expect(await files.measure!('w')).toEqual({ records: 0, bytes: 0 })
    await files.remove('renamed')
    expect((await stored('packs')).size + (await stored('records')).size).toBe(0)
  })
})

describe('a fold that fails', () => {
  test('changes nothing, and the next opening folds', async () => {
    const files = indexedDbFiles(fakeLocks())
    const content = new Map([...keys, ...data(many)])
    await wallet(files, [...content])
    const restore = failPacks()
    expect(sorted(await readOnce(files))).toEqual(sorted(content))
    expect((await stored('packs')).size).toBe(0)
    restore()
    await readOnce(files)
    expect((await stored('packs')).size).toBe(256)
    expect(sorted(await readOnce(files))).toEqual(sorted(content))
  })
})

test('a database of version 1 keeps its wallets, and gets packs', async () => {
  const content = data(many)
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('nightjar', 1)
    opening.onerror = () => reject(opening.error!)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('wallets', { keyPath: 'name' }).put({ name: 'w' })
      const records = opening.result.createObjectStore('records')
      for (const [key, bytes] of content) records.put(bytes, ['w', key])
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const files = indexedDbFiles(fakeLocks())
  expect(await files.list()).toEqual(['w'])
  expect(sorted(await readOnce(files))).toEqual(sorted(new Map(content)))
  expect((await stored('packs')).size).toBe(256)
})
