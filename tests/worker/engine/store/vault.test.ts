import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexedDbFiles } from '../../../../worker/adapters/indexeddb.ts'
import { sqliteFiles } from '../../../../server/sqlite/wallet-files.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import type { RecordStore, WalletFiles } from '../../../../worker/engine/base/ports.ts'
import { formatHeader } from '../../../../worker/engine/store/header.ts'
import { memoryRecords } from '../../../../worker/engine/store/memory-records.ts'
import { wrap } from '../../../../worker/engine/store/password.ts'
import { WalletDamaged, WrongPassword } from '../../../../worker/engine/store/errors.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { fakeLocks } from '../../../support/storage/web-locks.ts'
import { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { temporaryFolder } from '../../../support/storage/temporary-folder.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { createVault, openVault, storedSecrets } from '../../../support/storage/vaults.ts'

const txid = (byte: string) => byte.repeat(32)

const create = (records: RecordStore, password = 'old') => createVault(records, password)
const open = (records: RecordStore, password = 'old') => openVault(records, password)

/** All that is stored, as a value to compare. */
const contents = (store: Store) =>
  Object.fromEntries(
    [...store.tables()].map(([name, { rows }]) => [name, Object.fromEntries(rows)]),
  )

async function filled(records: RecordStore) {
  const { vault, store } = await create(records)
  await store.commit((change) => {
    change.setValue(store.secrets, storedSecrets)
    change.put(store.notes, txid('aa'), 'rent')
    change.put(store.attributes, 'colour', 'blue')
  })
  return { vault, store }
}

const driver = await sqliteDriver()
const kinds: Record<string, () => WalletFiles> = {
  memory: () => new MemoryFiles(),
  IndexedDB: () => indexedDbFiles(fakeLocks()),
  SQLite: () => sqliteFiles(temporaryFolder('vault'), driver),
}

describe.each(Object.entries(kinds))('vault over %s', (_, make) => {
  const files = make()
  let wallets = 0
  const newRecords = async () => {
    const name = `wallet ${wallets++}`
    return { name, records: (await files.create(name)) as RecordStore }
  }
  const reopen = async (name: string, records: RecordStore) => {
    await records.close()
    return (await files.open(name)) as RecordStore
  }

  test('returns the committed records after it is reopened', async () => {
    const { name, records } = await newRecords()
    const { store } = await filled(records)
    await store.commit((change) => {
      change.delete(store.attributes, 'colour')
      change.put(store.notes, txid('aa'), 'rent of May')
      change.put(store.notes, txid('bb'), 'gift')
    })
    const again = await reopen(name, records)
    expect(contents((await open(again)).store)).toMatchObject({
      secrets: { keys: storedSecrets },
      notes: { [txid('aa')]: 'rent of May', [txid('bb')]: 'gift' },
      attributes: {},
    })
    await again.close()
  })

  test('opens with the new password after a change, not with the old', async () => {
    const { name, records } = await newRecords()
    const { vault, store } = await filled(records)
    await store.rewrite((all) => vault.changePassword('old', 'new', all))
    const again = await reopen(name, records)
    await expect(open(again, 'old')).rejects.toThrow(WrongPassword)
    expect((await open(again, 'new')).store.notes.get(txid('aa'))).toBe('rent')
    await again.close()
  })

  test('error: a wrong password changes nothing', async () => {
    const { name, records } = await newRecords()
    const { vault, store } = await filled(records)
    const before = await records.readAll()
    const changed = store.rewrite((all) => vault.changePassword('guess', 'new', all))
    await expect(changed).rejects.toThrow(WrongPassword)
    expect(await records.readAll()).toEqual(before)
    const again = await reopen(name, records)
    await expect(open(again, 'guess')).rejects.toThrow(WrongPassword)
    expect(await again.readAll()).toEqual(before)
    await again.close()
  })
})

describe('vault', () => {
  test('a new password replaces name and content of every record', async () => {
    const stored = new Map<string, Uint8Array>()
    const { vault, store } = await filled(memoryRecords(stored))
    const before = new Map(stored)
    await store.rewrite((all) => vault.changePassword('old', 'new', all))
    expect(stored.size).toBe(before.size)
    expect([...stored.keys()].filter((name) => before.has(name))).toEqual(['keys.header'])
    expect(stored.get('keys.header')).not.toEqual(before.get('keys.header'))
  })

  test('the header of before a new password opens nothing that was written later', async () => {
    const stored = new Map<string, Uint8Array>()
    const { vault, store } = await filled(memoryRecords(stored))
    const header = stored.get('keys.header')!
    await store.rewrite((all) => vault.changePassword('old', 'new', all))
    await store.commit((change) => change.put(store.notes, txid('bb'), 'gift'))
    const records = memoryRecords(new Map(stored).set('keys.header', header))
    const read = new Store(async () => {})
    for (const repair of [false, true])
      await expect(Vault.open(vaultPorts, records, 'old', read, { repair })).rejects.toThrow(
        new WalletDamaged('the keys of the wallet are damaged'),
      )
    expect(contents(read)).toEqual(contents(new Store(async () => {})))
  })

  test('changes of commits that begin during a password change are kept', async () => {
    const stored = new Map<string, Uint8Array>()
    const { vault, store } = await filled(memoryRecords(stored))
    const changed = store.rewrite((all) => vault.changePassword('old', 'new', all))
    const commits = ['bb', 'cc'].map((byte) =>
      store.commit((change) => change.put(store.notes, txid(byte), byte)),
    )
    await Promise.all([changed, ...commits])
    const reopened = await open(memoryRecords(stored), 'new')
    expect(contents(reopened.store)).toEqual(contents(store))
    expect(reopened.store.notes.size).toBe(3)
  })

  test('error: IndexedDB aborts in the middle of a new password, and the old state is whole', async () => {
    const files = indexedDbFiles(fakeLocks())
    const records = (await files.create('aborted')) as RecordStore
    const { vault, store } = await filled(records)
    const before = await records.readAll()
    const { put } = IDBObjectStore.prototype
    let puts = 0
    IDBObjectStore.prototype.put = function (value, key) {
      const { transaction } = this
      if (++puts === 3) queueMicrotask(() => transaction.abort())
      return put.call(this, value, key)
    }
    const changed = store.rewrite((all) => vault.changePassword('old', 'new', all))
    await expect(changed).rejects.toThrow(
      'The wallet could not be stored: The browser closed the storage',
    )
    IDBObjectStore.prototype.put = put
    expect(puts).toBeGreaterThan(3)
    expect(await records.readAll()).toEqual(before)
    await store.commit((change) => change.put(store.notes, txid('bb'), 'gift'))
    expect(contents((await open(records)).store)).toEqual(contents(store))
    await records.close()
  })

  test('error: storage fails at a new password, and the old one stays', async () => {
    const files = new MemoryFiles()
    const records = (await files.create('wallet')) as RecordStore
    const { vault, store } = await filled(records)
    const before = await records.readAll()
    files.beforeWrite = () => {
      throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    }
    const changed = store.rewrite((all) => vault.changePassword('old', 'new', all))
    await expect(changed).rejects.toThrow('The wallet could not be stored: SQLITE_FULL')
    expect(await records.readAll()).toEqual(before)
    files.beforeWrite = () => {}
    await store.commit((change) => change.put(store.notes, txid('bb'), 'gift'))
    expect(contents((await open(records)).store)).toEqual(contents(store))
  })

  test('stores the tables that open a wallet separately from the others', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    const kindsOfNames = [...stored.keys()].map((name) => name.split('.')[0]).sort()
    expect(kindsOfNames).toEqual(['data', 'data', 'data', 'keys', 'keys'])
  })

  test('stores neither content nor names in plain text', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    const all = [...stored]
      .map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1'))
      .join()
    for (const word of [
      'rent',
      'colour',
      'blue',
      txid('aa'),
      '\x01\x01\x01\x01',
      '\x02\x02\x02\x02',
    ])
      expect(all.includes(word)).toBe(false)
  })

  test('two wallets of one password share no record name', async () => {
    const [one, other] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()]
    await filled(memoryRecords(one))
    await filled(memoryRecords(other))
    const shared = [...one.keys()].filter((name) => other.has(name))
    expect(shared).toEqual(['keys.header'])
  })

  test('accepts an empty password', async () => {
    const stored = new Map<string, Uint8Array>()
    const { store } = await create(memoryRecords(stored), '')
    await store.commit((change) => change.put(store.notes, txid('aa'), 'note'))
    await expect(open(memoryRecords(stored), ' ')).rejects.toThrow(WrongPassword)
    expect((await open(memoryRecords(stored), '')).store.notes.size).toBe(1)
  })

  test('a failed write changes neither memory nor storage', async () => {
    const files = new MemoryFiles()
    const records = (await files.create('wallet')) as RecordStore
    const { store } = await filled(records)
    const before = [contents(store), await records.readAll()]
    files.beforeWrite = () => {
      throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    }
    const change = store.commit((staged) => {
      staged.put(store.notes, txid('aa'), 'other')
      staged.delete(store.attributes, 'colour')
    })
    await expect(change).rejects.toThrow('The wallet could not be stored: SQLITE_FULL')
    expect([contents(store), await records.readAll()]).toEqual(before)
  })

  test('a new wallet stores nothing when its first write fails', async () => {
    const files = new MemoryFiles()
    const records = (await files.create('wallet')) as RecordStore
    files.beforeWrite = () => {
      throw new Error('disk full')
    }
    const { store } = await create(records)
    await expect(
      store.commit((change) => change.put(store.notes, txid('aa'), 'note')),
    ).rejects.toThrow('The wallet could not be stored: Error')
    expect((await records.readAll()).size).toBe(0)
  })

  test('error: a commit after the keys are wiped, and no record is written', async () => {
    const stored = new Map<string, Uint8Array>()
    const { vault, store } = await filled(memoryRecords(stored))
    const before = new Map(stored)
    vault.wipe()
    await expect(
      store.commit((change) => change.put(store.notes, txid('aa'), 'late')),
    ).rejects.toThrow('the wallet is closed')
    expect(stored).toEqual(before)
  })

  test('error: keys that are wiped while a commit is encrypted, and nothing is written', async () => {
    const stored = new Map<string, Uint8Array>()
    let pauses = 0
    let ms = 0
    // Time is up at every record; the keys go between the second and the third.
    const clock = {
      ...vaultPorts.clock,
      monotonicMs: () => (ms += 20),
      sleep: async () => void (++pauses === 3 && vault.wipe()),
    }
    const vault = await Vault.create({ ...vaultPorts, clock }, memoryRecords(stored), 'p')
    const store = new Store((changes) => vault.persist(changes))
    await expect(
      store.commit((change) => {
        for (const note of ['aa', 'bb', 'cc', 'dd']) change.put(store.notes, txid(note), note)
      }),
    ).rejects.toThrow('the wallet is closed')
    expect(pauses).toBe(3)
    expect(stored.size).toBe(0)
  })

  test('error: keys that are wiped while a new password is stretched, and nothing is written', async () => {
    const stored = new Map<string, Uint8Array>()
    let isWipedBy = ''
    const stretchPassword: typeof vaultPorts.stretchPassword = async (password, salt, cost) => {
      const stretched = await vaultPorts.stretchPassword(password, salt, cost)
      if (password === isWipedBy) vault.wipe()
      return stretched
    }
    const ports = { ...vaultPorts, stretchPassword }
    const vault = await Vault.create(ports, memoryRecords(stored), 'old')
    await vault.persist([{ table: 'notes', key: txid('aa'), record: 'rent' }])
    const before = new Map(stored)
    isWipedBy = 'new'
    const all = [{ table: 'notes', key: txid('aa'), record: 'rent' }]
    await expect(vault.changePassword('old', 'new', all)).rejects.toThrow('the wallet is closed')
    expect(stored).toEqual(before)
    const { store } = await open(memoryRecords(stored), 'old')
    expect(store.notes.get(txid('aa'))).toBe('rent')
  })

  test('error: every bit that flips in any record is noticed', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    for (const [name, bytes] of stored)
      for (const bit of bitsToTry(bytes.length * 8, name === 'keys.header')) {
        const altered = bytes.slice()
        altered[bit >> 3]! ^= 1 << (bit & 7)
        const records = memoryRecords(new Map(stored).set(name, altered))
        await expect(open(records), `${name} bit ${bit}`).rejects.toThrow(WalletDamaged)
      }
  })

  test('error: two records are swapped', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    const [one, other] = [...stored.keys()].filter((name) => name !== 'keys.header')
    const swapped = new Map(stored)
    swapped.set(one!, stored.get(other!)!).set(other!, stored.get(one!)!)
    await expect(open(memoryRecords(swapped))).rejects.toThrow(WalletDamaged)
  })

  test('error: a record cut short anywhere', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    const names = [...stored.keys()]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.nat(200), async (name, length) => {
        const cut = stored.get(name)!.subarray(0, Math.min(length, stored.get(name)!.length - 1))
        await expect(open(memoryRecords(new Map(stored).set(name, cut)))).rejects.toThrow(
          WalletDamaged,
        )
      }),
      { numRuns: count(50, 2000), seed: seed() },
    )
  })

  test('error: a record of another wallet', async () => {
    const [one, other] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()]
    await filled(memoryRecords(one))
    await filled(memoryRecords(other))
    const foreign = [...other].find(([name]) => name.startsWith('data.'))!
    await expect(open(memoryRecords(one.set(...foreign)))).rejects.toThrow(WalletDamaged)
  })

  test('error: secrets that were read before a damaged record are wiped', async () => {
    const stored = new Map<string, Uint8Array>()
    const key = vaultPorts.random(32)
    const header = formatHeader(await wrap(vaultPorts, key, 'b'))
    const vault = Vault.withKey(vaultPorts, memoryRecords(stored), { key, header })
    await vault.replace([
      { table: 'secrets', key: 'keys', record: storedSecrets },
      { table: 'notes', key: txid('aa'), record: 'rent' },
    ])
    const note = [...stored].find(([name]) => name.startsWith('data.'))!
    stored.set(note[0], note[1].slice(1))
    const store = new Store(async () => {})
    await expect(vault.read(store)).rejects.toThrow(WalletDamaged)
    expect(store.secrets.valueIfStored).toMatchObject({
      spendSecret: new Uint8Array(32),
      viewSecret: new Uint8Array(32),
    })
  })

  test('error: no header', async () => {
    const stored = new Map<string, Uint8Array>()
    await filled(memoryRecords(stored))
    stored.delete('keys.header')
    await expect(open(memoryRecords(stored))).rejects.toThrow('the wallet has no header')
  })
})

/** All bits of a header, a random share of the others: each try opens a wallet. */
function bitsToTry(bits: number, all: boolean): number[] {
  const tries = all ? bits : count(40, bits)
  if (tries >= bits) return Array.from({ length: bits }, (_, bit) => bit)
  return fc.sample(fc.nat(bits - 1), { numRuns: tries, seed: seed() })
}
