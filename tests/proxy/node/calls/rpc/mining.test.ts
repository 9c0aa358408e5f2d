import { describe, expect, test } from 'vitest'
import { spendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

describe('get_miner_data', () => {
  test.each(recordingsOf('get_miner_data'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('lists what a block may contain, with weights and fees', async () => {
    const node = await spendingNode()
    const sent = [await node.send(), await node.send({ outputs: 4 }), await node.send()]
    const { tx_backlog, ...data } = await node.call('get_miner_data')
    const { chain, pool } = node.context
    const backlog = sent.map(({ id, plan }) => ({
      id,
      fee: plan.fee,
      weight: pool.entry(id)!.weight,
    }))
    expect(tx_backlog).toHaveLength(3)
    expect(tx_backlog).toEqual(expect.arrayContaining(backlog))
    expect(data).toEqual({
      status: 'OK',
      untrusted: false,
      major_version: 16n,
      height: 101n,
      prev_id: chain.topId(),
      seed_hash: chain.idAt(0n),
      difficulty: '0x1',
      median_weight: 300_000n,
      already_generated_coins: chain.tip().generatedCoins,
    })
  })
})
