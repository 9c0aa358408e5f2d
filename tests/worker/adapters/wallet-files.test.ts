import 'fake-indexeddb/auto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { indexedDbFiles } from '../../../worker/adapters/indexeddb.ts'
import { sqliteFiles } from '../../../server/sqlite/wallet-files.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import type { RecordStore, WalletFiles } from '../../../worker/engine/base/ports.ts'
import { fakeLocks } from '../../support/storage/web-locks.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const folder = temporaryFolder('wallet-files')
const driver = await sqliteDriver()
let folders = 0

const kinds: Record<string, () => WalletFiles> = {
  memory: () => new MemoryFiles(),
  IndexedDB: () => indexedDbFiles(fakeLocks()),
  SQLite() {
    const own = join(folder, `${folders++}`)
    mkdirSync(own)
    return sqliteFiles(own, driver)
  },
}

const opened = (store: RecordStore | string): RecordStore => {
  if (typeof store === 'string') throw new Error(store)
  return store
}
const bytes = (...values: number[]) => Uint8Array.from(values)

describe.each(Object.entries(kinds))('wallet files in %s', (kind, make) => {
  const files = make()
  const unique = (name: string) => `${kind} ${name}`

  test('keep the written records, under key names and data names', async () => {
    const name = unique('kept')
    const first = opened(await files.create(name))
    await first.write(
      new Map([
        ['keys.a', bytes(1)],
        ['data.b', bytes(2, 3)],
      ]),
      [],
    )
    await first.write(new Map([['data.c', bytes(4)]]), ['data.b', 'data.unknown'])
    await first.write(new Map([['keys.a', bytes(5, 6)]]), [])
    await first.close()

    const again = opened(await files.open(name))
    expect(await again.readAll()).toEqual(
      new Map([
        ['keys.a', bytes(5, 6)],
        ['data.c', bytes(4)],
      ]),
    )
    await again.close()
  })

  test('return plain arrays, whose slices are copies', async () => {
    const store = opened(await files.create(unique('plain')))
    await store.write(new Map([['data.a', bytes(1, 2)]]), [])
    const read = (await store.readAll()).get('data.a')!
    expect(Object.getPrototypeOf(read)).toBe(Uint8Array.prototype)
    await store.close()
  })

  test('are listed by name', async () => {
    const own = make()
    for (const name of ['list b', 'list a']) {
      const store = opened(await own.create(name))
      await store.write(new Map([['keys.a', bytes(1)]]), [])
      await store.close()
    }
    const listed = (await own.list()).filter((name) => name.startsWith('list'))
    expect(listed).toEqual(['list a', 'list b'])
  })

  test('keep the records of two wallets apart', async () => {
    const [a, b] = [unique('one'), unique('one ')]
    const first = opened(await files.create(a))
    const second = opened(await files.create(b))
    await first.write(new Map([['data.x', bytes(1)]]), [])
    await second.write(new Map([['data.y', bytes(2)]]), [])
    expect(await first.readAll()).toEqual(new Map([['data.x', bytes(1)]]))
    await Promise.all([first.close(), second.close()])
  })

  test('do not exist after removal', async () => {
    const name = unique('removed')
    const store = opened(await files.create(name))
    await store.write(
      new Map([
        ['keys.a', bytes(1)],
        ['data.b', bytes(2)],
      ]),
      [],
    )
    await store.close()
    await files.remove(name)
    expect(await files.exists(name)).toBe(false)
    expect(await files.open(name)).toBe('missing')
    expect(await opened(await files.create(name)).readAll()).toEqual(new Map())
  })

  test('error: the name exists', async () => {
    const name = unique('taken')
    const store = opened(await files.create(name))
    await store.write(new Map([['keys.a', bytes(1)]]), [])
    expect(await files.create(name)).toBe('exists')
    await store.close()
    expect(await files.create(name)).toBe('exists')
  })

  test('error: the wallet does not exist', async () => {
    expect(await files.exists(unique('nothing'))).toBe(false)
    expect(await files.open(unique('nothing'))).toBe('missing')
  })

  test('error: the wallet is open', async () => {
    const name = unique('locked')
    const store = opened(await files.create(name))
    await store.write(new Map([['keys.a', bytes(1)]]), [])
    expect(await files.open(name)).toBe('in use')
    await store.close()
    const second = opened(await files.open(name))
    expect(await files.open(name)).toBe('in use')
    await second.close()
  })

  test('a second close does not unlock a wallet that is open again', async () => {
    const name = unique('closed')
    const store = opened(await files.create(name))
    await store.write(new Map([['keys.a', bytes(1)]]), [])
    await store.close()
    const again = opened(await files.open(name))
    await store.close()
    expect(await files.open(name)).toBe('in use')
    expect(await again.readAll()).toEqual(new Map([['keys.a', bytes(1)]]))
    await again.close()
  })
})

test('walletName returns the wallet of a key file, unless a wallet has that name', async () => {
  const files = kinds['SQLite']!()
  expect(files.walletName!('a')).toBe('a')
  expect(files.walletName!('a.keys')).toBe('a')
  expect(files.walletName!('.keys')).toBe('.keys')
  await opened(await files.create('a')).close()
  expect(files.walletName!('a.keys')).toBe('a')
  await opened(await files.create('old.keys')).close()
  expect(files.walletName!('old.keys')).toBe('old.keys')
})
