import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { checkStore, parseStored } from '../../../../proxy/node/blockchain/check-store.ts'
import { ChainStore } from '../../../../proxy/stores/chain-store.ts'
import { StoreError } from '../../../../proxy/stores/schema.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'

/** Blocks 1 to 4 with a transaction in block 2, and an alternative block beside block 4. */
async function scene() {
  const { chain, ports } = await openWithPorts({ check: () => undefined })
  for (let height = 1; height < 5; height++) {
    const transactions = height === 2 ? [makeTransaction(1)] : []
    const block = makeBlock(chain, { transactions })
    await chain.addBlock(block.blob, block.transactions)
  }
  await chain.addBlock(makeBlock(chain, { parent: chain.idAt(3n)!, nonce: 1 }).blob)
  return { chain, ports, driver: ports.store.driver }
}

/** Names the damage of a store after a statement, read anew. */
async function damageBy(...statements: string[]) {
  const { ports, driver } = await scene()
  for (const sql of statements) driver.run(sql)
  const store = new ChainStore(driver, 'fakechain')
  try {
    checkStore({ store, crypto: ports.crypto })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return error.message.replace('the store is damaged: ', '')
  }
  return 'no damage'
}

// One bit of a byte, or the end, of a column.
const flip = (table: string, column: string, where: string) =>
  `UPDATE ${table} SET ${column} = CAST(zeroblob(1) || substr(${column}, 2) AS BLOB) WHERE ${where}`
const cut = (table: string, column: string, where: string) =>
  `UPDATE ${table} SET ${column} = substr(${column}, 1, length(${column}) - 1) WHERE ${where}`

describe('checkStore', () => {
  test('accepts a store with transactions and alternative blocks', async () => {
    expect(await damageBy()).toBe('no damage')
  })

  test('accepts a pruned transaction', async () => {
    expect(await damageBy('UPDATE transactions SET prunable = NULL')).toBe('no damage')
  })

  test.each([
    ['blocks: expected 5, got 4', 'DELETE FROM blocks WHERE height = 2'],
    ['transactions: expected 1, got 0', 'DELETE FROM transactions'],
    ['outputs: expected 4, got 3', 'DELETE FROM outputs WHERE amount = zeroblob(8) AND number = 3'],
    ['the bytes of block 3 do not match its id', flip('blocks', 'blob', 'height = 3')],
    ['the bytes of block 3 do not match its id', cut('blocks', 'blob', 'height = 3')],
    ['the bytes of block 3 do not match its id', flip('blocks', 'id', 'height = 3')],
    ['the bytes of block 2 do not match its id', 'UPDATE blocks SET tx_count = 0 WHERE height = 2'],
    ['the bytes of block 4 do not match its id', flip('blocks', 'id', 'height = 4')],
    [
      'the bytes of a transaction of block 2 do not match its id',
      cut('transactions', 'prunable', 'TRUE'),
    ],
    [
      'the bytes of a transaction of block 2 do not match its id',
      flip('transactions', 'id', 'TRUE'),
    ],
    ['a key image of block 2 is missing', 'DELETE FROM key_images'],
    [
      'an output of block 2 differs from the stored one',
      'DELETE FROM outputs WHERE number = 0 AND height = 2',
    ],
    ['an output of block 3 differs from the stored one', flip('outputs', 'key', 'height = 3')],
    ['an output of block 3 differs from the stored one', flip('outputs', 'tx_id', 'height = 3')],
    [
      'an output of block 2 differs from the stored one',
      'UPDATE outputs SET index_in_tx = 0 WHERE height = 2 AND index_in_tx = 1',
    ],
    [
      'an output of block 4 differs from the stored one',
      'UPDATE outputs SET height = 3 WHERE height = 4',
    ],
    [
      'the bytes of an alternative block do not match its id',
      cut('alternative_blocks', 'blob', 'TRUE'),
    ],
  ])('error: %s', async (damage, sql) => {
    expect(await damageBy(sql)).toBe(damage)
  })

  test('error: a store without blocks', async () => {
    const { crypto } = (await scene()).ports
    const store = new ChainStore(openMemoryDriver(await sqliteDriver()), 'fakechain')
    expect(() => checkStore({ store, crypto })).toThrow(
      new StoreError('the store is damaged: it has no blocks'),
    )
  })

  test('error: the genesis block of another network', async () => {
    const message = 'the store does not start with the genesis block of stagenet'
    const { driver, ports } = await scene()
    driver.run(`UPDATE metadata SET value = 'stagenet' WHERE name = 'network'`)
    const store = new ChainStore(driver, 'stagenet')
    expect(() => checkStore({ store, crypto: ports.crypto })).toThrow(new StoreError(message))
  })

  test('reads the bytes of the newest hundred blocks alone', async () => {
    const { chain, ports, driver } = await scene()
    for (let height = 5; height < 104; height++) await chain.addBlock(makeBlock(chain).blob)
    driver.run(flip('blocks', 'blob', 'height = 2'))
    const check = () =>
      checkStore({ store: new ChainStore(driver, 'fakechain'), crypto: ports.crypto })
    expect(check).not.toThrow()
    driver.run(flip('blocks', 'blob', 'height = 3'))
    expect(check).toThrow('the bytes of block 3 do not match its id')
  })
})

describe('parseStored', () => {
  test('returns the value, and undefined for bytes that cannot be parsed', () => {
    expect(parseStored(() => 7)).toBe(7)
    expect(parseStored(() => parseBlock(Uint8Array.of(1)))).toBeUndefined()
    const fail = () => {
      throw new RangeError('bug')
    }
    expect(() => parseStored(fail)).toThrow('bug')
  })
})
