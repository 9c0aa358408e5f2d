import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { poolChanges } from '../../../../proxy/node/calls/pool-changes.ts'
import { spendingNode, type SpendingNode } from '../../../support/daemons/spending-node.ts'

let node: SpendingNode
let clock: { time: bigint; now: () => bigint }
beforeEach(async () => {
  clock = { time: 1_700_000_000n, now: () => clock.time }
  node = await spendingNode({ clock })
})

const changes = (pool_info_since: bigint, { restricted = false, prune = false } = {}) =>
  poolChanges({ ...node.context, restricted }, { pool_info_since, prune })
const ids = (...all: string[]) => all.map((id) => hexToBytes(id))

describe('poolChanges', () => {
  test('is the whole pool for a first request', async () => {
    const { id, blob } = await node.send()
    expect(changes(0n)).toEqual({
      pool_info_extent: 2,
      added_pool_txs: [{ tx_hash: hexToBytes(id), tx_blob: blob, double_spend_seen: false }],
      remaining_added_pool_txids: [],
      removed_pool_txids: [],
    })
  })

  test('contains the additions and removals since a time', async () => {
    const first = await node.send()
    await node.mine()
    clock.time += 10n
    const second = await node.send()
    clock.time += 10n
    expect(changes(clock.time - 5n)).toMatchObject({ pool_info_extent: 1, added_pool_txs: [] })
    expect(changes(clock.time - 15n)).toMatchObject({
      added_pool_txs: [{ tx_hash: hexToBytes(second.id) }],
      removed_pool_txids: [],
    })
    await node.mine()
    expect(changes(clock.time)).toMatchObject({
      pool_info_extent: 1,
      added_pool_txs: [],
      removed_pool_txids: ids(second.id),
    })
    // The history begins with the first transaction, whose second is not complete.
    expect(changes(1_700_000_000n)).toMatchObject({ pool_info_extent: 2, removed_pool_txids: [] })
    expect(node.context.pool.has(first.id)).toBe(false)
  })

  test('prune: omits the prunable parts', async () => {
    const { blob } = await node.send()
    const { baseSize } = parseTransaction(blob)
    expect(changes(0n, { prune: true }).added_pool_txs).toMatchObject([
      { tx_blob: blob.subarray(0, baseSize) },
    ])
  })

  test('a restricted node hides transactions that were not broadcast', async () => {
    await node.send({}, { do_not_relay: true })
    const { id } = await node.send()
    expect(changes(0n).added_pool_txs).toHaveLength(2)
    expect(changes(0n, { restricted: true })).toMatchObject({
      added_pool_txs: [{ tx_hash: hexToBytes(id) }],
    })
  })

  test('a restricted node hides their removal too', async () => {
    await node.send()
    await node.mine()
    clock.time += 10n
    const { id } = await node.send({}, { do_not_relay: true })
    await node.call('flush_txpool', { txids: [id] })
    expect(changes(clock.time).removed_pool_txids).toEqual(ids(id))
    expect(changes(clock.time, { restricted: true })).toMatchObject({
      pool_info_extent: 1,
      removed_pool_txids: [],
    })
  })
})
