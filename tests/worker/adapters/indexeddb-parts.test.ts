import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import { describe, expect, test } from 'vitest'
import { packsOf } from '../../../worker/adapters/indexeddb-packs.ts'
import { readInParts, type Sources } from '../../../worker/adapters/indexeddb-parts.ts'

const digits = [...'0123456789abcdef']
const names = ['data.', 'keys.a', ...digits.flatMap((digit) => [`data.${digit}`, `data.${digit}f`])]

/** A database with records of `wallet` and of a wallet on each side. */
async function databaseWith(wallet: string): Promise<IDBPDatabase> {
  const database = await openDB(`parts of ${wallet}`, 1, {
    upgrade: (db) => ['records', 'packs'].forEach((name) => void db.createObjectStore(name)),
  })
  for (const [i, name] of names.entries()) {
    await database.put('records', Uint8Array.of(i), [wallet, name])
    for (const other of [`${wallet}0`, wallet.slice(1)])
      await database.put('records', Uint8Array.of(99), [other, name])
  }
  return database
}

/** @param inOnePass - Whether the browser reads keys and values together. */
function sourcesOf(database: IDBPDatabase, inOnePass: boolean): Sources {
  const reading = database.transaction(['records', 'packs'])
  const records = reading.objectStore('records') as unknown as Sources['records']
  const packs = reading.objectStore('packs') as unknown as Sources['packs']
  if (inOnePass) return { records, packs }
  const { getAllKeys, getAll } = records
  return {
    records: { getAllKeys: getAllKeys.bind(records), getAll: getAll.bind(records) },
    packs,
  }
}

describe('records in parts', () => {
  test.each([true, false])('are all of one wallet, read in one pass: %s', async (inOnePass) => {
    const wallet = inOnePass ? 'one' : 'two'
    const database = await databaseWith(wallet)
    const parts = await Promise.all(readInParts(sourcesOf(database, inOnePass), wallet))
    const expected = names.map((name, i) => [name, Uint8Array.of(i)])
    expect(parts.flatMap(({ records }) => records).sort()).toEqual(expected.sort())
    expect(parts.length).toBe(16)
    const singles = parts.map((part) => part.singles)
    expect(singles.reduce((a, b) => a + b)).toBe(names.length)
  })

  test('include those of packs, unless a single one takes their place', async () => {
    const database = await databaseWith('three')
    const packed = ['data.00', 'data.1f', 'data.5f5', 'data.ff'].map(
      (name) => [name, Uint8Array.of(200)] as const,
    )
    for (const [prefix, pack] of packsOf(packed))
      for (const wallet of ['three', 'three0', 'hree'])
        await database.put('packs', pack, [wallet, prefix])
    const parts = await Promise.all(readInParts(sourcesOf(database, true), 'three'))
    const records = new Map(parts.flatMap((part) => part.records))
    expect(records.size).toBe(names.length + 2)
    for (const [i, name] of names.entries()) expect(records.get(name)).toEqual(Uint8Array.of(i))
    for (const name of ['data.00', 'data.5f5'])
      expect(records.get(name)).toEqual(Uint8Array.of(200))
    expect(parts.map((part) => part.singles)).toEqual([3, ...Array(14).fill(2), 3])
  })

  test('error: a part that cannot be read', async () => {
    const failing = { getAllKeys: async () => [], getAll: () => Promise.reject(new Error('disk')) }
    const none = { getAll: async () => [] }
    for (const part of readInParts({ records: failing, packs: none }, 'w'))
      await expect(part).rejects.toThrow('disk')
  })
})
