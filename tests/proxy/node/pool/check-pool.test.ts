import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkPool } from '../../../../proxy/node/pool/check-pool.ts'
import { PoolStore } from '../../../../proxy/node/pool/pool-store.ts'
import { prepareSchema, StoreError } from '../../../../proxy/stores/schema.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { bent } from '../../../support/invalid/rule-violation.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'
import { poolEntry } from '../../../support/transactions/pool-entry.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()
const transactions = regtest.transactions.map(({ id, hex }) => ({ id, blob: hexToBytes(hex) }))
const damage = new StoreError(
  'the store is damaged: the bytes of a pool transaction do not match its id',
)
let store: PoolStore

beforeEach(async () => {
  const driver = openMemoryDriver(await sqliteDriver())
  prepareSchema(driver, 'fakechain')
  store = new PoolStore(driver)
  for (const { id, blob } of transactions) store.put(poolEntry({ id }), blob)
})

describe('checkPool', () => {
  test('accepts real transactions under the ids that monerod gave them', () => {
    expect(() => checkPool(store, crypto)).not.toThrow()
  })

  test('error: one bit of a transaction has changed', () => {
    const { id, blob } = transactions[3]!
    for (const at of [0, 300, blob.length - 1]) {
      store.put(poolEntry({ id }), bent(blob, at))
      expect(() => checkPool(store, crypto)).toThrow(damage)
    }
  })

  test('error: the end of a transaction is missing', () => {
    const { id, blob } = transactions[3]!
    store.put(poolEntry({ id }), blob.subarray(0, -1))
    expect(() => checkPool(store, crypto)).toThrow(damage)
  })

  test('error: another transaction is stored under its id', () => {
    store.put(poolEntry({ id: transactions[0]!.id }), transactions[1]!.blob)
    expect(() => checkPool(store, crypto)).toThrow(damage)
  })
})
