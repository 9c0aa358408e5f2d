import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Forged } from '../../../../support/node-comparison/coin-spender.ts'
import { spendingNode, type SpendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

describe.each([
  '/get_transaction_pool',
  '/get_transaction_pool_hashes',
  '/get_transaction_pool_stats',
])('%s', (call) => {
  test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('the pool', () => {
  const now = 1_700_000_000n
  let node: SpendingNode
  let relayed: Forged
  let kept: Forged
  beforeAll(async () => {
    node = await spendingNode({ clock: { now: () => now } })
    relayed = await node.send({ inputs: 2 })
    kept = await node.send({}, { do_not_relay: true })
  })
  const images = ({ plan }: Forged) =>
    plan.spends.map(({ keyImage }) => bytesToHex(keyImage)).sort()
  const pool = async (of: Pick<SpendingNode, 'post'>) =>
    (await of.post('/get_transaction_pool', '')).json()
  type Spent = { id_hash: string; txs_hashes: string[] }
  const spenders = (spent_key_images: Spent[], id: string) =>
    spent_key_images.flatMap(({ id_hash, txs_hashes }) => (txs_hashes.includes(id) ? id_hash : []))

  test('lists transactions with their bytes, fees and times', async () => {
    const { transactions } = await pool(node)
    const found = transactions.find(({ id_hash }: Spent) => id_hash === relayed.id)
    const { chain } = node.context
    const view = chain.view()
    const youngest = relayed.plan.spends
      .flatMap(({ indices }) => view.outputs(0n, indices))
      .reduce((height, output) => (output!.height > height ? output!.height : height), 0n)
    expect(found).toMatchObject({
      id_hash: relayed.id,
      blob_size: BigInt(relayed.blob.length),
      tx_blob: bytesToHex(relayed.blob),
      fee: relayed.plan.fee,
      receive_time: now,
      last_relayed_time: now,
      relayed: true,
      do_not_relay: false,
      double_spend_seen: false,
      kept_by_block: false,
      max_used_block_height: youngest,
      max_used_block_id_hash: chain.idAt(youngest),
    })
    expect(JSON.parse(found.tx_json)).toMatchObject({ rct_signatures: { type: 6 } })
  })

  test('lists key images with the transactions that spend them', async () => {
    const { spent_key_images } = await pool(node)
    expect(spenders(spent_key_images, relayed.id).sort()).toEqual(images(relayed))
    expect(spenders(spent_key_images, kept.id)).toEqual(images(kept))
  })

  test('a restricted node hides transactions that were not broadcast, and times', async () => {
    const { transactions, spent_key_images } = await pool(node.public)
    expect(transactions).toMatchObject([
      { id_hash: relayed.id, receive_time: 0n, last_relayed_time: 0n },
    ])
    expect(spenders(spent_key_images, kept.id)).toEqual([])
    expect(spent_key_images).toHaveLength(2)
    const hashes = (await node.public.post('/get_transaction_pool_hashes', '')).json()
    expect(hashes.tx_hashes).toEqual([relayed.id])
    const { pool_stats } = (await node.public.post('/get_transaction_pool_stats', '')).json()
    expect(pool_stats).toMatchObject({ txs_total: 1n, fee_total: relayed.plan.fee })
  })
})
