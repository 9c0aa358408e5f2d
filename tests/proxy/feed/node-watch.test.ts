import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { poolEvent, type PoolEvent, type TipEvent } from '#protocol/feed/live.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import { NodeWatch } from '../../../proxy/feed/node-watch.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { spendingNode, type SpendingNode } from '../../support/daemons/spending-node.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

let own: SpendingNode
let watch: NodeWatch
let isAway: boolean
let tips: TipEvent[]
let changes: PoolEvent[]

beforeEach(async () => {
  own = await spendingNode()
  isAway = false
  tips = []
  changes = []
  const { keccak256 } = await testCrypto()
  watch = new NodeWatch({
    node: fakeNode(async ({ path, body }) => {
      if (isAway) throw new UpstreamUnavailable('unsent')
      return (await own.post(path, body)).bytes
    }),
    signal: new AbortController().signal,
    keccak: (data) => keccak256(data),
    onTip: (tip) => tips.push(tip),
    onPool: (change) => changes.push(change),
    firstVersion: 1000n,
  })
})

describe('the watch of a node', () => {
  test('reports the top block, and each new one', async () => {
    expect(watch.tip).toBeUndefined()
    await watch.look()
    await watch.look()
    const [id] = await own.mine()
    await watch.look()
    expect(tips.map(({ height }) => height)).toEqual([101n, 102n])
    expect(watch.tip).toEqual({ height: 102n, id })
    expect(changes).toEqual([])
  })

  test('reports transactions with what proves their ids', async () => {
    const first = await own.send()
    await watch.look()
    const second = await own.send()
    await watch.look()
    expect(changes.map(({ version, added }) => [version, added.map(({ id }) => id)])).toEqual([
      [1001n, [first.id]],
      [1002n, [second.id]],
    ])
    const { transactions, version } = watch.pool()
    expect(version).toBe(1002n)
    for (const { id, tx, prunable_hash } of transactions) {
      const pruned = parseTransaction(hexToBytes(tx), { pruned: true })
      expect(bytesToHex(transactionId(pruned, hexToBytes(prunable_hash)))).toBe(id)
    }
    expect(transactions.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test('reports transactions that have left', async () => {
    const { id } = await own.send()
    await watch.look()
    await own.mine()
    await watch.look()
    expect(changes.at(-1)).toEqual({ version: 1002n, added: [], removed: [id] })
    const [first] = changes
    expect(poolEvent.parse(parseJson(stringifyJson(first)), 'pool')).toEqual(first)
    expect(watch.pool()).toEqual({ version: 1002n, transactions: [] })
  })

  test('knows no top block while the node is away, and continues after', async () => {
    await watch.look()
    isAway = true
    await expect(watch.look()).rejects.toThrow(UpstreamUnavailable)
    expect(watch.tip).toBeUndefined()
    isAway = false
    await watch.look()
    expect(tips).toHaveLength(2)
    expect(watch.tip?.height).toBe(101n)
  })
})
