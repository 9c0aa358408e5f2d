import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import { indexedDbFiles, type Locks } from '../../../worker/adapters/indexeddb.ts'
import {
  removeAllWallets,
  removeWallet,
  renameWallet,
} from '../../../worker/engine/stored-wallets.ts'
import type { Service } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { fakeLocks } from '../../support/storage/web-locks.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

let locks: Locks
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  locks = fakeLocks()
})

/** A tab of the page: a service of its own over the storage of the browser. */
const tab = () => testService({}, { files: indexedDbFiles(locks) })

/** Attributes hold what the page stores with a wallet, such as the progress of a multisig payment. */
const setAttribute = ({ store }: Wallet, value: string) =>
  store.commit((change) => change.put(store.attributes, 'progress', value))
const attributeOf = ({ store }: Wallet) => store.attributes.get('progress')

/** A tab with the closed wallets `A` and `B`; `A` has an attribute. */
async function twoWallets(): Promise<Service> {
  const service = await tab()
  const wallet = await testWallet({ name: 'A', password: 'a' }, service)
  await setAttribute(wallet, 'of A')
  await testWallet({ name: 'B', password: 'b' }, service)
  await service.close()
  return service
}

/** Everything that is stored, by wallet. */
async function stored(service: Service) {
  const { files } = service.ports
  const names = await files.list()
  const contents = await Promise.all(
    names.map(async (name) => {
      const records = await files.open(name)
      if (typeof records === 'string') throw new Error(records)
      return [name, await records.readAll().finally(() => records.close())] as const
    }),
  )
  return new Map(contents)
}

function failPuts() {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value, key) {
    if (key !== undefined) throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value, key)
  }
  onTestFinished(() => void (IDBObjectStore.prototype.put = put))
}

describe('renameWallet', () => {
  test('gives a closed wallet another name, with all its data', async () => {
    const service = await twoWallets()
    const before = await stored(service)
    await renameWallet(service, 'A', 'Ersparnisse 💰')
    expect(await stored(service)).toEqual(
      new Map([
        ['B', before.get('B')],
        ['Ersparnisse 💰', before.get('A')],
      ]),
    )
    const wallet = await service.open('Ersparnisse 💰', 'a')
    expect(attributeOf(wallet)).toBe('of A')
    await expect(service.open('A', 'a')).rejects.toThrow('file not found')
  })

  test('changes the case of a name, and renames a wallet whose name is not allowed today', async () => {
    const service = await tab()
    const old = ` ${'long '.repeat(20)}`
    await testWallet({ name: old, password: 'p' }, service)
    await service.close()
    await renameWallet(service, old, 'short')
    await renameWallet(service, 'short', 'Short')
    expect(await service.ports.files.list()).toEqual(['Short'])
    expect((await service.open('Short', 'p')).name).toBe('Short')
  })

  test('does nothing when the name stays the same', async () => {
    const service = await twoWallets()
    const before = await stored(service)
    await renameWallet(service, 'A', 'A')
    expect(await stored(service)).toEqual(before)
  })

  test.each([
    ['b', -21, 'A wallet has this name, or a similar one.'],
    ['', -1, 'name: expected text without space around it, in composed characters (NFC)'],
    ['a/b', -1, 'name: expected no slash, no control characters and no marks of direction'],
    ['a'.repeat(61), -1, 'name: expected at most 60 characters'],
  ])('error: %j is refused, and nothing changes', async (name, code, message) => {
    const service = await twoWallets()
    const before = await stored(service)
    await expect(renameWallet(service, 'A', name)).rejects.toMatchObject({ code, message })
    expect(await stored(service)).toEqual(before)
  })

  test('error: storage that fails in the middle changes nothing, and releases both names', async () => {
    const service = await twoWallets()
    const before = await stored(service)
    failPuts()
    await expect(renameWallet(service, 'A', 'C')).rejects.toMatchObject({
      data: errorDetails.storageFailed,
    })
    expect(await stored(service)).toEqual(before)
  })

  test('error: another tab has created a wallet of this name in the meantime', async () => {
    const service = await twoWallets()
    const other = await tab()
    await testWallet({ name: 'C', password: 'c' }, other)
    service.ports.files.list = async () => ['A', 'B']
    await expect(renameWallet(service, 'A', 'C')).rejects.toMatchObject({ code: -21 })
    expect((await other.ports.files.list()).sort()).toEqual(['A', 'B', 'C'])
  })
})

describe('removeWallet', () => {
  test('removes a closed wallet with all its data, and no other', async () => {
    const service = await twoWallets()
    const before = await stored(service)
    await removeWallet(service, 'A')
    expect(await stored(service)).toEqual(new Map([['B', before.get('B')]]))
    expect((await service.open('B', 'b')).name).toBe('B')
  })

  test('frees the name for a new wallet, which has nothing of the removed one', async () => {
    const service = await twoWallets()
    await removeWallet(service, 'A')
    const wallet = await testWallet({ name: 'A', password: 'new' }, service)
    expect(attributeOf(wallet)).toBeUndefined()
  })
})

describe('removeAllWallets', () => {
  test('removes all, and frees their names', async () => {
    const service = await twoWallets()
    await removeAllWallets(service)
    expect(await stored(service)).toEqual(new Map())
    const wallet = await testWallet({ name: 'A', password: 'new' }, service)
    expect(attributeOf(wallet)).toBeUndefined()
  })

  test('does nothing without wallets', async () => {
    const service = await tab()
    await removeAllWallets(service)
    expect(await stored(service)).toEqual(new Map())
  })

  test.each(['A', 'B'])('error: %s is open in another tab, and none is removed', async (name) => {
    const service = await twoWallets()
    const other = await tab()
    await other.open(name, name.toLowerCase())
    await expect(removeAllWallets(service)).rejects.toMatchObject({
      data: errorDetails.walletInUse,
    })
    await other.close()
    expect([...(await stored(service)).keys()]).toEqual(['A', 'B'])
  })

  test('error: one is open here, and none is removed', async () => {
    const service = await twoWallets()
    await service.open('B', 'b')
    await expect(removeAllWallets(service)).rejects.toThrow('The wallet is open. Lock it first.')
    await service.close()
    expect([...(await stored(service)).keys()]).toEqual(['A', 'B'])
  })
})

describe.each([
  ['renameWallet', (service: Service, name: string) => renameWallet(service, name, 'C')],
  ['removeWallet', removeWallet],
])('%s', (_, change) => {
  test('error: a wallet that is open here', async () => {
    const service = await twoWallets()
    await service.open('A', 'a')
    await expect(change(service, 'A')).rejects.toThrow('The wallet is open. Lock it first.')
    await service.close()
    expect([...(await stored(service)).keys()]).toEqual(['A', 'B'])
  })

  test('error: a wallet that is open in another tab, which keeps it', async () => {
    const service = await twoWallets()
    const other = await tab()
    const wallet = await other.open('A', 'a')
    await expect(change(service, 'A')).rejects.toMatchObject({ data: errorDetails.walletInUse })
    await setAttribute(wallet, 'still here')
    await other.close()
    expect(attributeOf(await service.open('A', 'a'))).toBe('still here')
  })

  test('error: a wallet that another tab has removed', async () => {
    const service = await twoWallets()
    await removeWallet(await tab(), 'A')
    await expect(change(service, 'A')).rejects.toMatchObject({ data: 'missing' })
    expect(await service.ports.files.list()).toEqual(['B'])
  })
})
