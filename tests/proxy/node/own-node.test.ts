import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { MinerPorts } from '../../../proxy/node/miner/chain-miner.ts'
import { StoreError } from '../../../proxy/stores/schema.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { nodeWithCoins } from '../../support/daemons/node-with-coins.ts'
import { ownNode } from '../../support/daemons/in-process-node.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { openMemoryDriver } from '../../support/storage/memory-driver.ts'

const options = { network: 'fakechain', fixedDifficulty: 1n } as const

/** A database with a transaction in the pool, and an alternative block beside block 80. */
async function scene() {
  const driver = openMemoryDriver(await sqliteDriver())
  const { node, spending } = await nodeWithCoins({ driver })
  const { id, blob } = spending(0)
  const { context, call, post } = node
  const [prev_block, wallet_address] = [context.chain.idAt(79n), minerAddress]
  const template = await call('get_block_template', { wallet_address, prev_block })
  await call('submit_block', [template.blocktemplate_blob])
  await post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
  expect([context.pool.has(id), context.chain.alternativeBlockCount()]).toEqual([true, 1])
  return { driver, context, id, blob }
}

describe('openNode', () => {
  test('has the chain and the pool of its database', async () => {
    const { driver, context, id } = await scene()
    const { chain, pool } = (await ownNode({ driver })).context
    expect([chain.height(), chain.topId()]).toEqual([82n, context.chain.topId()])
    expect(pool.entries({ sensitive: true })).toMatchObject([{ id }])
  })

  test('forgets alternative blocks, unless the options keep them', async () => {
    const { driver } = await scene()
    const countWith = async (keepAlternatives: boolean) => {
      const { chain } = (await ownNode({ driver, options: { ...options, keepAlternatives } }))
        .context
      return chain.alternativeBlockCount()
    }
    expect([await countWith(true), await countWith(false), await countWith(true)]).toEqual([
      1, 0, 0,
    ])
  })

  test('drops pool transactions that are no longer valid', async () => {
    const { driver, context, id } = await scene()
    context.chain.popBlocks(81n)
    // The pool keeps the transaction until the next start, though its rings are gone.
    expect(context.pool.has(id)).toBe(true)
    const { pool } = (await ownNode({ driver })).context
    expect(pool.entries({ sensitive: true })).toEqual([])
  })

  test('gives the miner the chain, the templates and the random source of the node', async () => {
    let given: Pick<MinerPorts, 'chain' | 'templates' | 'random'> | undefined
    const { context } = await ownNode({
      miner: (parts) => {
        given = parts
        return {} as never
      },
    })
    expect(given!.chain).toBe(context.chain)
    expect(given!.templates).toBe(context.templates)
    expect(given!.random(3)).toHaveLength(3)
    expect(context.restricted).toBe(false)
  })

  test('error: a transaction of the pool is damaged', async () => {
    const { driver, id } = await scene()
    driver.run(`UPDATE pool SET blob = substr(blob, 1, 100)`)
    await expect(ownNode({ driver })).rejects.toThrow(
      new StoreError('the store is damaged: the bytes of a pool transaction do not match its id'),
    )
    // The damaged row stays for the operator.
    expect(driver.all('SELECT hex(id) AS id FROM pool')).toEqual([{ id: id.toUpperCase() }])
  })

  test('error: the database of another network', async () => {
    const driver = openMemoryDriver(await sqliteDriver())
    await ownNode({ driver })
    await expect(ownNode({ driver, options: { network: 'stagenet' } })).rejects.toThrow(
      new StoreError('network: expected a store of stagenet, got fakechain'),
    )
  })
})
