/**
 * Unlocking a wallet: what is read while the password is hashed, and which error is reported.
 */
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test } from 'vitest'
import { indexedDbFiles } from '../../../../worker/adapters/indexeddb.ts'
import { sqliteFiles } from '../../../../server/sqlite/wallet-files.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import type { RecordStore, WalletFiles } from '../../../../worker/engine/base/ports.ts'
import { WalletDamaged, WrongPassword } from '../../../../worker/engine/store/errors.ts'
import { memoryRecords } from '../../../../worker/engine/store/memory-records.ts'
import { unlock } from '../../../../worker/engine/store/read-records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { temporaryFolder } from '../../../support/storage/temporary-folder.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { createVault, storedSecrets } from '../../../support/storage/vaults.ts'
import { fakeLocks } from '../../../support/storage/web-locks.ts'

const driver = await sqliteDriver()

/** Reads keys and values in one pass; browsers before 2026 do not have it. */
const [stores, method] = [IDBObjectStore.prototype, 'getAllRecords']
const getAllRecords = Reflect.getOwnPropertyDescriptor(stores, method)!
const hide = () => Object.defineProperty(stores, method, { ...getAllRecords, value: undefined })
afterEach(() => void Object.defineProperty(stores, method, getAllRecords))

const kinds: Record<string, () => WalletFiles> = {
  memory: () => new MemoryFiles(),
  IndexedDB: () => indexedDbFiles(fakeLocks()),
  'IndexedDB of older browsers': () => (hide(), indexedDbFiles(fakeLocks())),
  SQLite: () => sqliteFiles(temporaryFolder('read'), driver),
}

describe.each(Object.entries(kinds))('records over %s', (kind, make) => {
  // The browser reads names in 16 ranges: these are at both sides of each limit.
  const digits = [...'0123456789abcdef']
  const names = ['keys.a', ...digits.flatMap((digit) => [`data.${digit}`, `data.${digit}f`])]
  const content = new Map(names.map((name, i) => [name, Uint8Array.of(i)]))

  test('are read all together, and one alone where the store can', async () => {
    const files = make()
    const others = (await files.create(`${kind} before`)) as RecordStore
    await others.write(new Map([['data.3', Uint8Array.of(99)]]), [])
    const records = (await files.create(`${kind} wallet`)) as RecordStore
    await records.write(content, [])
    const all = await records.readAll()
    expect([...all].sort()).toEqual([...content].sort())
    if (records.readParts) {
      const parts = await Promise.all(records.readParts())
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.flat().sort()).toEqual([...content].sort())
    }
    if (records.read) {
      for (const [name, bytes] of content) expect(await records.read(name)).toEqual(bytes)
      expect(await records.read('data.none')).toBeUndefined()
    }
    await Promise.all([records.close(), others.close()])
  })
})

describe('unlock', () => {
  /** A wallet over a store that reads single records, and notes what happens. */
  async function stored() {
    const records = memoryRecords()
    const { store } = await createVault(records, 'right')
    await store.commit((change) => change.setValue(store.secrets, storedSecrets))
    const events: string[] = []
    const noting: RecordStore = {
      ...records,
      read: async (name) => {
        events.push('read one')
        return (await records.readAll()).get(name)
      },
      readAll: async () => {
        events.push('read all')
        return records.readAll()
      },
    }
    const ports = {
      ...vaultPorts,
      stretchPassword: async (...given: Parameters<typeof vaultPorts.stretchPassword>) => {
        events.push('hash')
        const key = await vaultPorts.stretchPassword(...given)
        events.push('hashed')
        return key
      },
    }
    return { records, noting, events, ports }
  }

  test('reads all records while the password is hashed', async () => {
    const { records, noting, events, ports } = await stored()
    const { parts, dataKey } = await unlock(ports, noting, 'right')
    expect(events).toEqual(['read one', 'hash', 'read all', 'hashed'])
    const all = (await Promise.all(parts)).flat()
    expect(new Map(all)).toEqual(await records.readAll())
    expect(dataKey).toHaveLength(32)
  })

  test('error: a wrong password', async () => {
    const { noting, ports } = await stored()
    await expect(unlock(ports, noting, 'wrong')).rejects.toThrow(WrongPassword)
  })

  test('error: records that cannot be read, with any password', async () => {
    const { noting, ports } = await stored()
    const failing = { ...noting, readAll: () => Promise.reject(new Error('disk')) }
    await expect(unlock(ports, failing, 'wrong')).rejects.toThrow(WalletDamaged)
    const { parts } = await unlock(ports, failing, 'right')
    await expect(Promise.all(parts)).rejects.toThrow(WalletDamaged)
    const headless = { ...noting, read: () => Promise.reject(new Error('disk')) }
    await expect(unlock(ports, headless, 'right')).rejects.toThrow('its records cannot be read')
    const none = { ...noting, read: async () => undefined }
    await expect(unlock(ports, none, 'right')).rejects.toThrow('the wallet has no header')
  })

  test('error: one part that cannot be read; the wallet does not open', async () => {
    const { records, noting, ports } = await stored()
    const first = [...(await records.readAll())]
    const failing: RecordStore = {
      ...noting,
      readParts: () => [Promise.resolve(first), Promise.reject(new Error('disk'))],
    }
    const opening = Vault.open(ports, failing, 'right', new Store(async () => {}), { repair: true })
    await expect(opening).rejects.toThrow('its records cannot be read')
  })
})
