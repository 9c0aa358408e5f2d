import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { readInParts } from '../../../worker/adapters/indexeddb-parts.ts'

const digits = [...'0123456789abcdef']
const names = ['data.', 'keys.a', ...digits.flatMap((digit) => [`data.${digit}`, `data.${digit}f`])]

/** The store of a database with records of `wallet` and of a wallet on each side. */
async function storeWith(wallet: string) {
  const database = await openDB(`parts of ${wallet}`, 1, {
    upgrade: (db) => void db.createObjectStore('records'),
  })
  for (const [i, name] of names.entries()) {
    await database.put('records', Uint8Array.of(i), [wallet, name])
    for (const other of [`${wallet}0`, wallet.slice(1)])
      await database.put('records', Uint8Array.of(99), [other, name])
  }
  return database.transaction('records').store
}

describe('records in parts', () => {
  test.each([true, false])('are all of one wallet, read in one pass: %s', async (inOnePass) => {
    const store = await storeWith(inOnePass ? 'one' : 'two')
    const source = {
      getAllKeys: (range: IDBKeyRange) => store.getAllKeys(range) as never,
      getAll: (range: IDBKeyRange) => store.getAll(range),
    }
    const given = inOnePass ? (store as unknown as Parameters<typeof readInParts>[0]) : source
    const parts = await Promise.all(readInParts(given, inOnePass ? 'one' : 'two'))
    const expected = names.map((name, i) => [name, Uint8Array.of(i)])
    expect(parts.flat().sort()).toEqual(expected.sort())
    expect(parts.length).toBe(16)
  })

  test('error: a part that cannot be read', async () => {
    const failing = { getAllKeys: async () => [], getAll: () => Promise.reject(new Error('disk')) }
    for (const part of readInParts(failing, 'w')) await expect(part).rejects.toThrow('disk')
  })
})
