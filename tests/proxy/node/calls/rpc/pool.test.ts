import { beforeEach, describe, expect, test } from 'vitest'
import { rpcPool } from '../../../../../proxy/node/calls/rpc/pool.ts'
import { spendingNode, type SpendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

const unknown = '00'.repeat(32)

describe.each(['relay_tx', 'flush_txpool', 'get_txpool_backlog'])('%s', (call) => {
  test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('the pool', () => {
  let node: SpendingNode
  let clock: { time: bigint; now: () => bigint }
  const kept = async () => (await node.send({}, { do_not_relay: true })).id
  const count = () => node.context.pool.count({ sensitive: true })

  beforeEach(async () => {
    clock = { time: 1_700_000_000n, now: () => clock.time }
    node = await spendingNode({ clock })
  })

  test('relay_tx broadcasts a transaction that was not relayed', async () => {
    const id = await kept()
    expect(await node.call('relay_tx', { txids: [id.toUpperCase()] })).toMatchObject({
      status: 'OK',
    })
    expect(node.context.pool.entry(id)).toMatchObject({ relayed: true, method: 'fluff' })
  })

  test('error: relay_tx relays known transactions, and lists unknown ids', async () => {
    const id = await kept()
    await expect(node.call('relay_tx', { txids: ['x', id, unknown] })).rejects.toMatchObject({
      code: -5,
      message: `relay_tx: invalid transaction id: x, transaction not found in pool: ${unknown}`,
    })
    expect(node.context.pool.entry(id)).toMatchObject({ relayed: true })
  })

  test('error: relay_tx of a restricted node does not find a hidden transaction', async () => {
    const id = await kept()
    const { relay_tx } = rpcPool({ ...node.context, restricted: true })
    expect(() => relay_tx({ txids: [id], client: '' })).toThrow(
      `transaction not found in pool: ${id}`,
    )
    expect(node.context.pool.entry(id)).toMatchObject({ relayed: false })
  })

  test('flush_txpool drops the named transactions, or all', async () => {
    const [first] = [await kept(), await kept(), await kept()]
    expect(await node.call('flush_txpool', { txids: ['x', first] })).toMatchObject({
      status: 'Failed to parse some of the txids',
    })
    expect([count(), node.context.pool.has(first!)]).toEqual([2, false])
    expect(await node.call('flush_txpool', {})).toMatchObject({ status: 'OK' })
    expect(count()).toBe(0)
  })

  test('get_txpool_backlog packs weight, fee and the negative age of broadcast transactions', async () => {
    await kept()
    const { id, plan } = await node.send()
    clock.time += 42n
    const { backlog } = rpcPool(node.context).get_txpool_backlog()
    const view = new DataView(backlog.buffer)
    const numbers = [0, 8, 16].map((at) => view.getBigUint64(at, true))
    expect(backlog).toHaveLength(24)
    expect(numbers).toEqual([node.context.pool.entry(id)!.weight, plan.fee, 2n ** 64n - 42n])
  })
})
