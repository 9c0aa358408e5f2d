import { beforeEach, describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { observedNode } from '../../support/daemons/observed-node.ts'
import { spendingNode, type SpendingNode } from '../../support/daemons/spending-node.ts'

let node: SpendingNode
let scene: Awaited<ReturnType<typeof observedNode>>

/** Ids of the published transactions. */
const ids = () => scene.takenValues().map(([, [{ id }]]) => id)

beforeEach(async () => {
  node = await spendingNode()
  await node.send()
  scene = await observedNode(node, 'json-minimal-txpool_add')
  await scene.look()
})

describe('the pool of a node', () => {
  test('begins with the present pool', () => {
    expect(scene.taken()).toEqual([])
    expect(scene.calls()).toEqual(['/get_transaction_pool_hashes'])
  })

  test('publishes each new transaction once', async () => {
    scene.calls()
    const { id, blob, plan } = await node.send()
    await scene.look()
    expect(scene.calls()).toEqual(['/get_transaction_pool_hashes', '/gettransactions'])
    const { weight } = node.context.pool.entry(id)!
    expect(scene.takenValues()).toEqual([
      ['json-minimal-txpool_add', [{ id, blob_size: BigInt(blob.length), weight, fee: plan.fee }]],
    ])
    await scene.look()
    expect(scene.calls()).toEqual(['/get_transaction_pool_hashes'])
    expect(ids()).toEqual([])
  })

  test('publishes a transaction with many outputs in full, as our own chain does', async () => {
    const own = await observedNode(node, 'json-full-txpool_add')
    await own.look()
    const { id } = await node.send({ outputs: 3 })
    await own.look()
    const { tx, weight } = published(id)
    scene.subscribe('json-full-txpool_add')
    scene.publisher.transaction({ id, tx, weight })
    expect(own.taken()).toEqual(scene.taken().filter((message) => message.startsWith('json-full')))
  })

  test('waits for transactions that the node has not broadcast', async () => {
    const { id } = await node.send({}, { do_not_relay: true })
    await scene.look()
    await scene.look()
    expect(ids()).toEqual([])
    await node.call('relay_tx', { txids: [id] })
    await scene.look()
    expect(ids()).toEqual([id])
  })

  test('forgets transactions that have left', async () => {
    const { id, blob } = await node.send()
    await scene.look()
    expect(ids()).toEqual([id])
    await node.call('flush_txpool')
    await scene.look()
    await node.post('/send_raw_transaction', { tx_as_hex: Buffer.from(blob).toString('hex') })
    await scene.look()
    expect(ids()).toEqual([id])
  })

  test('publishes nothing that left between the two requests', async () => {
    await node.send()
    scene.before = (call) => call === '/gettransactions' && node.call('flush_txpool')
    await scene.look()
    scene.before = undefined
    await scene.look()
    expect(scene.taken()).toEqual([])
    expect(scene.lines).toEqual([])
  })

  test('requests 25 at once; those that wait do not hold up others', async () => {
    await node.mine(80)
    const hidden: string[] = []
    for (let i = 0; i < 26; i++) hidden.push((await node.send({}, { do_not_relay: true })).id)
    await scene.look()
    await scene.look()
    expect(ids()).toEqual([])
    const { id } = await node.send()
    await scene.look()
    expect(ids()).toEqual([id])
    await node.call('relay_tx', { txids: hidden })
    await scene.look()
    await scene.look()
    expect(ids().toSorted()).toEqual(hidden.toSorted())
  })

  test('requests nothing without subscriptions', async () => {
    scene.unsubscribe('json-minimal-txpool_add')
    scene.calls()
    await node.send()
    await scene.look()
    expect(scene.calls()).toEqual([])
    scene.subscribe('json-minimal-txpool_add')
    await scene.look()
    expect(scene.taken()).toEqual([])
  })
})

describe('error:', () => {
  test.each([
    ['another transaction', (other: string) => other],
    ['bytes that are no transaction', () => '00'],
    ['no hex', () => 'xyz'],
  ])('%s is not published, and does not hold up others', async (_, lie) => {
    const other = Buffer.from((await node.send()).blob).toString('hex')
    await scene.look()
    scene.taken()
    await node.send()
    scene.lie = (answer, call) =>
      call === '/gettransactions'
        ? answer.replaceAll(/"as_hex": ?"[0-9a-f]+"/g, `"as_hex":"${lie(other)}"`)
        : answer
    await scene.look()
    expect(scene.lines[0]).toMatch(/^zmq-pub: nothing is published for now: /)
    scene.lie = undefined
    const { id } = await node.send()
    await scene.look()
    expect(ids()).toEqual([id])
  })
})

/** A transaction of the pool, as our own chain publishes it. */
function published(id: string) {
  const { blob, weight } = node.context.pool.get(id)!
  return { tx: parseTransaction(blob), weight }
}
