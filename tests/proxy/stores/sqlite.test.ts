import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ChainStore } from '../../../proxy/stores/chain-store.ts'
import { fromU64 } from '../../../proxy/stores/columns.ts'
import { maxValueSize, type Driver } from '../../../proxy/stores/driver.ts'
import { schemaVersion, StoreError, writeMetadata } from '../../../proxy/stores/schema.ts'
import { openMemoryDriver, openSqliteDriver } from '../../../proxy/stores/sqlite.ts'
import { sqliteDriver } from '../../../sqlite/connection.ts'
import { makeBlock, makeTransaction } from '../../support/made-blocks.ts'
import { openOwnChain } from '../../support/own-chain.ts'
import { temporaryFolder } from '../../support/ports.ts'

const openSqlite = await sqliteDriver()
const folder = temporaryFolder('chain-store')
let files = 0
const newPath = () => join(folder, `${++files}.db`)

/** A store in a file with some blocks and transactions, closed. */
async function madeStore(change: (driver: Driver) => void = () => {}) {
  const path = newPath()
  const driver = openSqliteDriver(path, openSqlite)
  const chain = await openOwnChain({ driver, check: () => undefined })
  for (let i = 0; i < 20; i++) {
    const { blob, transactions } = makeBlock(chain, { transactions: [makeTransaction(i)] })
    await chain.addBlock(blob, transactions)
  }
  change(driver)
  driver.close()
  return path
}

async function open(path: string) {
  const driver = openSqliteDriver(path, openSqlite)
  try {
    return (await openOwnChain({ driver, check: () => undefined })).height()
  } finally {
    driver.close()
  }
}

describe('a store', () => {
  test('opens again as it was', async () => {
    expect(await open(await madeStore())).toBe(21n)
  })

  test('error: another process, or another part of this one, has it open', async () => {
    const path = await madeStore()
    const driver = openSqliteDriver(path, openSqlite)
    new ChainStore(driver, 'fakechain')
    expect(() => openSqliteDriver(path, openSqlite)).toThrow(
      new StoreError(`${path} is in use by another process`),
    )
    driver.close()
  })

  test('error: of another network', async () => {
    const path = newPath()
    const driver = openSqliteDriver(path, openSqlite)
    await openOwnChain({ driver, network: 'stagenet' })
    expect(() => new ChainStore(driver, 'fakechain')).toThrow(
      new StoreError('the store is of network stagenet, not of fakechain'),
    )
    driver.close()
  })

  test('error: of a newer schema', async () => {
    const newer = schemaVersion + 1
    const path = await madeStore((driver) => writeMetadata(driver, 'schema', newer))
    await expect(open(path)).rejects.toThrow(`the store has schema ${newer}, of which this version`)
  })

  test('error: of another program', () => {
    const path = newPath()
    const connection = openSqlite(path)
    connection.exec('CREATE TABLE accounts (name TEXT)')
    connection.close()
    expect(() => openSqliteDriver(path, openSqlite)).toThrow(
      new StoreError(`${path} is a database of another program`),
    )
  })

  test('error: no database', () => {
    const path = newPath()
    writeFileSync(path, 'no database, whatever its name says'.repeat(100))
    expect(() => openSqliteDriver(path, openSqlite)).toThrow(StoreError)
  })

  test('error: pages are overwritten', async () => {
    const path = await madeStore()
    const size = readFileSync(path).length
    const file = openSync(path, 'r+')
    for (let at = 4096; at < size; at += 4096)
      writeSync(file, Buffer.alloc(2048, 0x5a), 0, 2048, at)
    closeSync(file)
    await expect(open(path)).rejects.toThrow(StoreError)
  })

  test.each<[string, string, string]>([
    ['a block', 'DELETE FROM blocks WHERE height = 10', '20 blocks instead of 21'],
    ['a transaction', 'DELETE FROM transactions WHERE number = 3', '19 transactions instead of 20'],
    ['an output', 'DELETE FROM outputs WHERE number = 19', '19 outputs instead of 20'],
    [
      'the bytes of a block',
      'UPDATE blocks SET blob = (SELECT blob FROM blocks WHERE height = 4) WHERE height = 12',
      'block 12 is not what it was',
    ],
  ])('error: %s is lost', async (_, sql, problem) => {
    const path = await madeStore((driver) => driver.run(sql))
    await expect(open(path)).rejects.toThrow(new StoreError(`the store is damaged: ${problem}`))
  })
})

describe('a transaction of the driver', () => {
  const names = (driver: Driver) => driver.all('SELECT name FROM things').map(({ name }) => name)
  const put = (driver: Driver, name: string) => driver.run('INSERT INTO things VALUES (?)', name)

  function failing(act: () => void): () => void {
    return () => {
      act()
      throw new Error('no more')
    }
  }

  test('stays whole, or leaves nothing', () => {
    const driver = openMemoryDriver(openSqlite)
    driver.run('CREATE TABLE things (name TEXT)')
    expect(driver.transaction(() => (put(driver, 'a'), 7))).toBe(7)
    expect(() => driver.transaction(failing(() => put(driver, 'b')))).toThrow('no more')
    expect(names(driver)).toEqual(['a'])
  })

  test('takes back an inner one alone', () => {
    const driver = openMemoryDriver(openSqlite)
    driver.run('CREATE TABLE things (name TEXT)')
    driver.transaction(() => {
      put(driver, 'a')
      expect(() => driver.transaction(failing(() => put(driver, 'b')))).toThrow('no more')
      driver.transaction(() => put(driver, 'c'))
    })
    expect(names(driver)).toEqual(['a', 'c'])
  })
})

describe('a blob beyond the largest value', () => {
  test('is kept in pieces, read whole and removed', () => {
    const driver = openMemoryDriver(openSqlite)
    const { alternatives } = new ChainStore(driver, 'fakechain')
    const blob = new Uint8Array(2 * maxValueSize + 5).map((_, i) => i % 251)
    const [id, prevId] = ['11', '22'].map((byte) => byte.repeat(32))
    const block = {
      ...{ id: id!, prevId: prevId!, height: 7n, blob, weight: 5n },
      ...{ cumulativeDifficulty: 1n << 100n, generatedCoins: (1n << 64n) - 1n },
    }
    alternatives.add(block)
    expect(alternatives.get(id!)).toEqual(block)
    alternatives.remove(block)
    expect(driver.all('SELECT number FROM pieces')).toEqual([])
  })
})

test('numbers of 64 bits sort as their bytes do', () => {
  const driver = openMemoryDriver(openSqlite)
  driver.run('CREATE TABLE numbers (value BLOB)')
  const values = [0n, 255n, 256n, 1n << 53n, (1n << 53n) + 1n, (1n << 64n) - 1n]
  for (const value of [...values].reverse())
    driver.run('INSERT INTO numbers VALUES (?)', fromU64(value))
  const sorted = driver.all('SELECT value FROM numbers ORDER BY value')
  expect(sorted.map(({ value }) => new Uint8Array(value as Uint8Array))).toEqual(
    values.map(fromU64),
  )
})
