import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { isTooLong, readBlock, submitBlock } from '../../../../proxy/node/calls/submit-block.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { spendingNode, type SpendingNode } from '../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

/** monerod 0.18.0.0 reads a block with bytes after its end. */
const isExact = ({ body }: { body: string }) => !/00"\]\}$/.test(body) || body.includes('["00"]')
const requests = recordingsOf('submit_block').filter(([, recording]) => isExact(recording))

describe('recorded requests of submit_block', () => {
  test.each(requests)('are answered as by monerod: %s', (_, recording) =>
    expectAsRecorded(recording, ['block_id']),
  )
})

describe('submit_block', () => {
  let node: SpendingNode
  beforeEach(async () => void (node = await spendingNode()))

  /** The next block, with the transactions of the pool. */
  const template = async () => {
    const params = { wallet_address: node.purse.address }
    return parseBlock(
      Buffer.from((await node.call('get_block_template', params)).blocktemplate_blob, 'hex'),
    )
  }
  const submit = (block: Parameters<typeof writeBlock>[0]) =>
    node.call('submit_block', [bytesToHex(writeBlock(block))])
  const notAccepted = { code: -7, message: 'submit_block: Block not accepted' }

  test('adds a block with transactions of the pool, and returns its id', async () => {
    const { id } = await node.send()
    const block = await template()
    const { block_id } = await submit(block)
    expect(block_id).toBe(node.context.chain.topId())
    expect(node.context.chain.transactionHeight(id)).toBe(101n)
    expect(node.context.pool.has(id)).toBe(false)
  })

  test('accepts a known block', async () => {
    const block = await template()
    const { block_id } = await submit(block)
    expect(await submit(block)).toEqual({ status: 'OK', untrusted: false, block_id })
    expect(node.context.chain.height()).toBe(102n)
  })

  // monero src/cryptonote_core/cryptonote_core.cpp handle_block_found reads the transactions of the pool.
  test('error: a known block whose transactions have left the pool', async () => {
    await node.send()
    const block = await template()
    await submit(block)
    await expect(submit(block)).rejects.toMatchObject(notAccepted)
  })

  test('error: a transaction is not in the pool', async () => {
    const block = await template()
    await expect(submit({ ...block, txHashes: [new Uint8Array(32)] })).rejects.toMatchObject(
      notAccepted,
    )
  })

  test('error: a transaction is named twice', async () => {
    await node.send()
    const { txHashes, ...block } = await template()
    await expect(submit({ ...block, txHashes: [...txHashes, ...txHashes] })).rejects.toMatchObject(
      notAccepted,
    )
    expect(node.context.pool.count({ sensitive: true })).toBe(1)
  })

  test('error: a reward that is too high', async () => {
    const { blob } = makeBlock(node.context.chain, { extraReward: 1n })
    await expect(submit(parseBlock(blob))).rejects.toMatchObject(notAccepted)
    expect(node.context.chain.height()).toBe(101n)
  })

  test('error: a bootstrap node is in use', async () => {
    const context = { ...node.context, bootstrap: { ...node.context.bootstrap, isOn: () => true } }
    await expect(submitBlock(context, ['00'])).rejects.toMatchObject({
      code: -20,
      message: 'This command is unsupported for bootstrap daemon',
    })
  })

  test('error: a blob above the weight limit by more than 100 bytes', () => {
    const most = Number(node.context.chain.weightLimit()) + 100
    expect(isTooLong(node.context, new Uint8Array(most))).toBe(false)
    expect(isTooLong(node.context, new Uint8Array(most + 1))).toBe(true)
  })

  test('error: bytes after the end of the block', () => {
    const blob = node.context.chain.blobAt(1n)!
    expect(readBlock(blob)).toBeDefined()
    expect(readBlock(Uint8Array.of(...blob, 0))).toBeUndefined()
  })
})
