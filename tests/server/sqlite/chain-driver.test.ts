import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ChainStore } from '../../../proxy/stores/chain-store.ts'
import { fromU64 } from '../../../proxy/stores/columns.ts'
import { maxValueSize, type Driver } from '../../../proxy/stores/driver.ts'
import { schemaVersion, StoreError, writeMetadata } from '../../../proxy/stores/schema.ts'
import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import { openMemoryDriver } from '../../support/storage/memory-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { makeBlock, makeTransaction } from '../../support/chains/block-builder.ts'
import { openBlockchain } from '../../support/chains/in-memory-blockchain.ts'
import { ownNode } from '../../support/daemons/in-process-node.ts'
import { named, poolScene } from '../../support/chains/in-memory-pool.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { seededWords } from '../../support/random/sfc32.ts'

const openSqlite = await sqliteDriver()
const folder = temporaryFolder('chain-store')
let files = 0
const newPath = () => join(folder, `${++files}.db`)

/** A store in a file with some blocks and transactions, closed. */
async function madeStore(change: (driver: Driver) => void = () => {}) {
  const path = newPath()
  const driver = openSqliteDriver(path, openSqlite)
  const chain = await openBlockchain({ driver, check: () => undefined })
  for (let i = 0; i < 20; i++) {
    const { blob, transactions } = makeBlock(chain, { transactions: [makeTransaction(i)] })
    await chain.addBlock(blob, transactions)
  }
  const beside = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 7 })
  await chain.addBlock(beside.blob)
  change(driver)
  driver.close()
  return path
}

async function open(path: string) {
  const driver = openSqliteDriver(path, openSqlite)
  try {
    return (await openBlockchain({ driver, check: () => undefined })).height()
  } finally {
    driver.close()
  }
}

describe('a store', () => {
  test('opens again with the same content', async () => {
    expect(await open(await madeStore())).toBe(21n)
  })

  test('error: another process, or another connection of this process, has it open', async () => {
    const path = await madeStore()
    const driver = openSqliteDriver(path, openSqlite)
    new ChainStore(driver, 'fakechain')
    expect(() => openSqliteDriver(path, openSqlite)).toThrow(
      new StoreError(`${path} is in use by another process`),
    )
    driver.close()
  })

  test('error: it belongs to another network', async () => {
    const path = newPath()
    const driver = openSqliteDriver(path, openSqlite)
    await openBlockchain({ driver, network: 'stagenet' })
    expect(() => new ChainStore(driver, 'fakechain')).toThrow(
      new StoreError('network: expected a store of fakechain, got stagenet'),
    )
    driver.close()
  })

  test('error: it has a newer schema', async () => {
    const newer = schemaVersion + 1
    const path = await madeStore((driver) => writeMetadata(driver, 'schema', newer))
    await expect(open(path)).rejects.toThrow(
      `the store has schema ${newer}, but this program supports`,
    )
  })

  test('error: it belongs to another program', () => {
    const path = newPath()
    const connection = openSqlite(path)
    connection.exec('CREATE TABLE accounts (name TEXT)')
    connection.close()
    expect(() => openSqliteDriver(path, openSqlite)).toThrow(
      new StoreError(`${path} is a database of another program`),
    )
  })

  test('error: it is not a database', () => {
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

  test.each([0.01, 0.5, 0.9])('error: the file is truncated to a fraction of %d', async (part) => {
    const path = await madeStore()
    truncateSync(path, Math.floor(readFileSync(path).length * part))
    await expect(open(path)).rejects.toThrow(StoreError)
  })

  test('error: its last page is cut off', async () => {
    const path = await madeStore()
    truncateSync(path, readFileSync(path).length - 4096)
    await expect(open(path)).rejects.toThrow(StoreError)
  })

  // https://www.sqlite.org/fileformat.html, 1.3.11: the schema format number
  test('error: its format is unknown to SQLite', async () => {
    const path = await madeStore()
    const bytes = readFileSync(path)
    bytes[47] = 99
    writeFileSync(path, bytes)
    await expect(open(path)).rejects.toThrow(
      new StoreError(`${path} is damaged: it is no sound SQLite database`),
    )
  })

  test('bytes are flipped anywhere: it opens, or is refused with the reason', async () => {
    const sound = readFileSync(await madeStore())
    const words = seededWords(seed())
    const path = newPath()
    let refused = 0
    for (let round = 0; round < count(30, 500); round++) {
      const bytes = Buffer.from(sound)
      for (let flips = 0; flips < 8; flips++) bytes[words() % bytes.length]! ^= 1 << (words() % 8)
      writeFileSync(path, bytes)
      refused += await open(path).then(
        () => 0,
        (error: unknown) => (expect(error).toBeInstanceOf(StoreError), 1),
      )
    }
    expect(refused).toBeGreaterThan(0)
  })

  /** Makes the middle byte of a column another. */
  const flipped = (table: string, column: string, where: string) => {
    const half = `LENGTH(${column}) / 2`
    const rest = `SUBSTR(${column}, ${half} + 1)`
    return `UPDATE ${table} SET ${column} = CAST(SUBSTR(${column}, 1, ${half} - 1) || x'5a' || ${rest} AS BLOB) WHERE ${where}`
  }

  test.each<[string, string, string]>([
    ['a block is lost', 'DELETE FROM blocks WHERE height = 10', 'blocks: expected 21, got 20'],
    ['all blocks are', 'DELETE FROM blocks', 'transactions: expected 0, got 20'],
    [
      'a transaction is',
      'DELETE FROM transactions WHERE number = 3',
      'transactions: expected 20, got 19',
    ],
    ['an output is', 'DELETE FROM outputs WHERE number = 19', 'outputs: expected 20, got 19'],
    [
      'a key image is',
      'DELETE FROM key_images WHERE image = (SELECT MAX(image) FROM key_images)',
      'a key image of block 20 is missing',
    ],
    ['its schema is', "DELETE FROM metadata WHERE name = 'schema'", 'it has no schema version'],
    [
      'a block is another',
      'UPDATE blocks SET blob = (SELECT blob FROM blocks WHERE height = 4) WHERE height = 12',
      'the bytes of block 12 do not match its id',
    ],
    [
      'a block has a byte flipped',
      flipped('blocks', 'blob', 'height = 7'),
      'the bytes of block 7 do not match its id',
    ],
    [
      'a transaction has',
      flipped('transactions', 'pruned', 'number = 4'),
      'the bytes of a transaction of block 5 do not match its id',
    ],
    [
      'its signatures have',
      flipped('transactions', 'prunable', 'number = 4'),
      'the bytes of a transaction of block 5 do not match its id',
    ],
    [
      'an output has',
      flipped('outputs', 'key', 'height = 6'),
      'an output of block 6 differs from the stored one',
    ],
    [
      'a block beside the chain has',
      flipped('alternative_blocks', 'blob', 'height = 2'),
      'the bytes of an alternative block do not match its id',
    ],
    [
      'a number is a text',
      "UPDATE blocks SET weight = 'much' WHERE height = 20",
      'expected an integer, got string',
    ],
    [
      'a number is too short',
      "UPDATE blocks SET coins = x'01' WHERE height = 20",
      'expected 8 bytes, got 1',
    ],
  ])('error: %s', async (_, sql, problem) => {
    const path = await madeStore((driver) => driver.run(sql))
    await expect(open(path)).rejects.toThrow(new StoreError(`the store is damaged: ${problem}`))
  })

  test('error: one byte of an uncommitted transaction is flipped', async () => {
    const { scene, driver, pool } = await poolScene()
    const { tx, id } = named(scene.forge())
    expect(pool.add(tx, id, 'fluff')).toBeUndefined()
    driver.run(flipped('pool', 'blob', 'TRUE'))
    await expect(ownNode({ driver })).rejects.toThrow(
      new StoreError('the store is damaged: the bytes of a pool transaction do not match its id'),
    )
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

  test('is stored whole or not at all', () => {
    const driver = openMemoryDriver(openSqlite)
    driver.run('CREATE TABLE things (name TEXT)')
    expect(driver.transaction(() => (put(driver, 'a'), 7))).toBe(7)
    expect(() => driver.transaction(failing(() => put(driver, 'b')))).toThrow('no more')
    expect(names(driver)).toEqual(['a'])
  })

  test('rolls back an inner transaction only', () => {
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
    const numbers = {
      id: id!,
      prevId: prevId!,
      height: 7n,
      weight: 5n,
      cumulativeDifficulty: 1n << 100n,
      generatedCoins: (1n << 64n) - 1n,
    }
    alternatives.add({ ...numbers, blob })
    const { blob: kept, ...others } = alternatives.get(id!)!
    expect(others).toEqual(numbers)
    // Millions of bytes are compared at once: one by one takes the matcher half a minute.
    expect(Buffer.compare(kept, blob)).toBe(0)
    alternatives.remove({ ...numbers, blob })
    expect(driver.all('SELECT number FROM pieces')).toEqual([])
    alternatives.add({ ...numbers, blob })
    alternatives.add({ ...numbers, id: prevId!, blob: blob.subarray(0, 5) })
    alternatives.clear()
    expect(alternatives.count()).toBe(0)
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
