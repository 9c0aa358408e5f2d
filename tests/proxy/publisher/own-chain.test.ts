import { beforeEach, describe, expect, test } from 'vitest'
import { publishOwnChain } from '../../../proxy/publisher/own-chain.ts'
import { makeBlock } from '../../support/chains/block-builder.ts'
import { spendingNode, type SpendingNode } from '../../support/daemons/spending-node.ts'
import { publishedMessages } from '../../support/chains/published-messages.ts'

let node: SpendingNode
let published: Awaited<ReturnType<typeof publishedMessages>>

beforeEach(async () => {
  node = await spendingNode()
  published = await publishedMessages('')
  publishOwnChain(published.publisher, node.context)
})

const topicsOf = (messages: readonly (readonly [string, unknown])[]) =>
  messages.map(([topic]) => topic)

describe('publishOwnChain', () => {
  test('publishes miner data before the block, in full and minimal form', async () => {
    const before = node.context.chain.topId()
    const [id] = await node.mine()
    const messages = published.takenValues()
    expect(topicsOf(messages)).toEqual([
      'json-full-miner_data',
      'json-full-chain_main',
      'json-minimal-chain_main',
    ])
    const [[, miner], [, [block]], [, minimal]] = messages as [
      [string, object],
      [string, [{ prev_id: string }]],
      [string, object],
    ]
    const { status, untrusted, ...data } = await node.call('get_miner_data')
    expect([status, untrusted]).toEqual(['OK', false])
    expect(miner).toEqual({ ...data, tx_backlog: [] })
    expect(miner).toMatchObject({ prev_id: id, height: 102n })
    expect(block.prev_id).toBe(before)
    expect(minimal).toEqual({ first_height: 101n, first_prev_id: before, ids: [id] })
  })

  test('publishes a transaction when the pool accepts it', async () => {
    const { id, blob, plan } = await node.send()
    const messages = published.takenValues()
    expect(topicsOf(messages)).toEqual(['json-full-txpool_add', 'json-minimal-txpool_add'])
    const { weight } = node.context.pool.entry(id)!
    expect(messages[1]![1]).toEqual([{ id, blob_size: BigInt(blob.length), weight, fee: plan.fee }])
  })

  test('lists waiting transactions in the miner data', async () => {
    const { id, plan } = await node.send()
    const { weight } = node.context.pool.entry(id)!
    published.taken()
    const { chain } = node.context
    const timestamp = chain.tip().timestamp + 1n
    await chain.addBlock(makeBlock(chain, { header: { timestamp } }).blob)
    const [[topic, miner]] = published.takenValues() as [[string, { tx_backlog: unknown[] }]]
    expect(topic).toBe('json-full-miner_data')
    expect(miner.tx_backlog).toEqual([{ id, weight, fee: plan.fee }])
  })

  test('publishes the blocks of a reorganisation once, and miner data for the last', async () => {
    const { chain } = node.context
    const parent = chain.topId()
    await node.mine(2)
    published.taken()
    const beside: string[] = []
    for (let above = parent; beside.length < 3; above = beside.at(-1)!)
      beside.push(...(await node.mine(1, { prev_block: above, starting_nonce: 7 })))
    const messages = published.takenValues()
    expect(topicsOf(messages)).toEqual([
      'json-full-chain_main',
      'json-minimal-chain_main',
      'json-full-chain_main',
      'json-minimal-chain_main',
      'json-full-miner_data',
      'json-full-chain_main',
      'json-minimal-chain_main',
    ])
    const minimal = messages.filter(([topic]) => topic === 'json-minimal-chain_main')
    expect(minimal.map(([, { first_height, ids }]) => [first_height, ...ids])).toEqual(
      beside.map((id, i) => [101n + BigInt(i), id]),
    )
  })

  test('publishes a transaction again when it is broadcast later', async () => {
    const { id } = await node.send({}, { do_not_relay: true })
    const first = published.taken()
    await node.call('relay_tx', { txids: [id] })
    expect(published.taken()).toEqual(first)
    await node.call('relay_tx', { txids: [id] })
    expect(published.taken()).toEqual([])
  })

  test('publishes nothing for refused and removed transactions, and for removed blocks', async () => {
    const sent = await node.send()
    published.taken()
    await expect(
      node.send({ inputs: 0, coins: sent.plan.spends.map(({ coin }) => coin) }),
    ).rejects.toThrow('Failed')
    await node.call('flush_txpool')
    node.context.chain.popBlocks(3n)
    expect(published.taken()).toEqual([])
  })

  test('reads nothing without subscriptions', async () => {
    published.unsubscribe('')
    await node.send()
    await node.mine()
    expect(published.taken()).toEqual([])
  })
})
