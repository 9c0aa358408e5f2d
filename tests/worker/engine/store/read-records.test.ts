/**
 * Unlocking a wallet: what is read while the password is hashed, and which error is reported.
 */
import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { indexedDbFiles } from '../../../../worker/adapters/indexeddb.ts'
import { sqliteFiles } from '../../../../server/sqlite/wallet-files.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import type { NamedRecord, RecordStore, WalletFiles } from '../../../../worker/engine/base/ports.ts'
import { WalletDamaged, WrongPassword } from '../../../../worker/engine/store/errors.ts'
import { memoryRecords } from '../../../../worker/engine/store/memory-records.ts'
import { unlock } from '../../../../worker/engine/store/read-records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { temporaryFolder } from '../../../support/storage/temporary-folder.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { createVault, storedSecrets } from '../../../support/storage/vaults.ts'
import { fakeLocks } from '../../../support/storage/web-locks.ts'

const driver = await sqliteDriver()
const kinds: Record<string, () => WalletFiles> = {
  memory: () => new MemoryFiles(),
  IndexedDB: () => indexedDbFiles(fakeLocks()),
  SQLite: () => sqliteFiles(temporaryFolder('read'), driver),
}

describe.each(Object.entries(kinds))('records over %s', (_, make) => {
  // The browser reads names in 16 ranges: these are at both sides of each limit.
  const digits = [...'0123456789abcdef']
  const names = ['keys.a', ...digits.flatMap((digit) => [`data.${digit}`, `data.${digit}f`])]
  const content = new Map(names.map((name, i) => [name, Uint8Array.of(i)]))

  test('are read all together, and one alone where the store can', async () => {
    const files = make()
    const others = (await files.create('before')) as RecordStore
    await others.write(new Map([['data.3', Uint8Array.of(99)]]), [])
    const records = (await files.create('wallet')) as RecordStore
    await records.write(content, [])
    const all = await records.readAll()
    expect([...all].sort()).toEqual([...content].sort())
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
    const { noting, events, ports } = await stored()
    const { parts, dataKey } = await unlock(ports, noting, 'right')
    expect(events).toEqual(['read one', 'hash', 'read all', 'hashed'])
    expect(new Map((await Promise.all(parts)).flat())).toEqual(await noting.readAll())
    expect(dataKey).toHaveLength(32)
  })

  test('error: a wrong password', async () => {
    const { noting, ports } = await stored()
    await expect(unlock(ports, noting, 'wrong')).rejects.toThrow(WrongPassword)
  })

  test('error: records that cannot be read, with any password', async () => {
    const { noting, ports } = await stored()
    const failing = { ...noting, readAll: () => Promise.reject(new Error('disk')) }
    const { parts } = await unlock(ports, failing, 'right')
    await expect(parts[0]).rejects.toThrow(WalletDamaged)
    await expect(unlock(ports, failing, 'wrong')).rejects.toThrow(WalletDamaged)
    const headless = { ...noting, read: () => Promise.reject(new Error('disk')) }
    await expect(unlock(ports, headless, 'right')).rejects.toThrow('its records cannot be read')
    const none = { ...noting, read: async () => undefined }
    await expect(unlock(ports, none, 'right')).rejects.toThrow('the wallet has no header')
  })
})

describe('a wallet that is read in parts', () => {
  /** Its records in one part each. @param change - Replaces a part. */
  async function inParts(change: (part: NamedRecord[], i: number) => Promise<NamedRecord[]>) {
    const records = memoryRecords()
    const { store } = await createVault(records, 'right')
    await store.commit((commit) => {
      commit.setValue(store.secrets, storedSecrets)
      commit.setValue(store.info, {
        network: 'mainnet',
        kind: 'full',
        restoreHeight: 1n,
        createdAt: 1n,
        seedLanguage: '',
        deterministic: true,
        lookahead: { accounts: 1, addresses: 1 },
      })
      for (let i = 0; i < 600; i++) commit.put(store.notes, `${i}`, `note ${i}`)
    })
    const all = [...(await records.readAll())]
    return {
      ...records,
      read: async (name: string) => new Map(all).get(name),
      readParts: () => all.map((record, i) => change([record], i)),
    }
  }
  const opened = async (records: RecordStore, password = 'right') => {
    const store = new Store(async () => {})
    await Vault.open(vaultPorts, records, password, store)
    return store
  }

  test('opens when the parts arrive late', async () => {
    const records = await inParts(async (part, i) => {
      await systemClock.sleep(i % 3)
      return part
    })
    const { notes } = await opened(records)
    expect([...notes.rows]).toHaveLength(600)
    expect(notes.get('599')).toBe('note 599')
  })

  test('error: one part is missing, altered or cannot be read', async () => {
    const missing = await inParts(async (part, i) => (i === 300 ? [] : part))
    await expect(opened(missing)).rejects.toThrow('1 missing in notes')
    const altered = await inParts(async (part, i) =>
      part.map(([name, bytes]) => [name, i === 300 ? bytes.map((byte) => byte ^ 1) : bytes]),
    )
    await expect(opened(altered)).rejects.toThrow('1 cannot be decrypted')
    const failing = await inParts(async (part, i) => {
      if (i === 300) throw new Error('disk')
      return part
    })
    await expect(opened(failing)).rejects.toThrow('its records cannot be read')
    await expect(opened(failing, 'wrong')).rejects.toThrow('its records cannot be read')
  })

  test('error: a wrong password, after all parts have arrived', async () => {
    let arrived = 0
    const records = await inParts(async (part) => {
      await systemClock.sleep(1)
      arrived++
      return part
    })
    await expect(opened(records, 'wrong')).rejects.toThrow(WrongPassword)
    expect(arrived).toBe([...(await records.readAll())].length)
  })
})
