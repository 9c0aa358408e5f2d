import { beforeEach, describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import { methods, type PoolEntry } from '../../../../proxy/node/pool/entry.ts'
import { PoolStore } from '../../../../proxy/node/pool/pool-store.ts'
import { prepareSchema, StoreError } from '../../../../proxy/stores/schema.ts'
import type { Driver } from '../../../../proxy/stores/driver.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'
import { poolEntry } from '../../../support/transactions/pool-entry.ts'

let driver: Driver
let store: PoolStore

beforeEach(async () => {
  driver = openMemoryDriver(await sqliteDriver())
  prepareSchema(driver, 'fakechain')
  store = new PoolStore(driver)
})

const id = (byte: string) => byte.repeat(32)
const bytes = Uint8Array.of(1, 2, 3)
const byId = (a: PoolEntry, b: PoolEntry) => (a.id < b.id ? -1 : 1)

describe('PoolStore', () => {
  test('returns entries as they were added, with extreme values', () => {
    const entries = methods.map((method, at) =>
      poolEntry({ id: id(`0${at}`), method, relayed: at % 2 === 0, doubleSpendSeen: at > 2 }),
    )
    entries[0]! = { ...entries[0]!, fee: max64, lastRelayedTime: max64, receiveTime: 0n }
    entries[1]! = { ...entries[1]!, lastFailedHeight: 9n, lastFailedId: id('ff') }
    for (const entry of entries) store.put(entry, bytes)
    expect(store.entries().sort(byId)).toEqual(entries)
    expect(new PoolStore(driver).entries().sort(byId)).toEqual(entries)
  })

  test('changes an entry without its bytes, and replaces it with new bytes', () => {
    store.put(poolEntry({ id: id('aa') }), bytes)
    const changed = poolEntry({ id: id('aa'), method: 'block', maxUsedBlockHeight: 77n, fee: 5n })
    store.put(changed)
    expect([store.entries(), store.blob(id('aa'))]).toEqual([[changed], bytes])
    store.put(poolEntry({ id: id('aa') }), Uint8Array.of(9))
    expect(store.entries()).toEqual([poolEntry({ id: id('aa') })])
    expect(store.blob(id('aa'))).toEqual(Uint8Array.of(9))
  })

  test('removes one transaction', () => {
    for (const byte of ['aa', 'bb']) store.put(poolEntry({ id: id(byte) }), bytes)
    store.remove(id('aa'))
    expect([store.entries(), store.blob(id('aa'))]).toEqual([
      [poolEntry({ id: id('bb') })],
      undefined,
    ])
  })

  test('error: a failed transaction leaves the rows unchanged', () => {
    store.put(poolEntry({ id: id('aa') }), bytes)
    const act = () => {
      store.put(poolEntry({ id: id('bb') }), bytes)
      store.remove(id('aa'))
      throw new Error('no space')
    }
    expect(() => store.transaction(act)).toThrow('no space')
    expect(store.entries()).toEqual([poolEntry({ id: id('aa') })])
  })

  test('error: an unknown method of arrival', () => {
    store.put(poolEntry({ id: id('aa') }), bytes)
    driver.run(`UPDATE pool SET method = 'pigeon'`)
    expect(() => store.entries()).toThrow(
      new StoreError('the store is damaged: a pool transaction has an unknown relay method'),
    )
  })
})
