import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { makeBlock } from '../../../../support/chains/block-builder.ts'
import { spendingNode } from '../../../../support/daemons/spending-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'

describe.each(['hard_fork_info', 'get_coinbase_tx_sum', 'prune_blockchain', 'flush_cache'])(
  '%s',
  (call) => {
    test('answers recorded requests as monerod', async () => {
      const node = await recordedNode()
      for (const [, recording] of recordingsOf(call)) {
        await expectAsRecorded(recording, ['data'], node)
      }
    })
  },
)

describe('get_version', () => {
  test('answers as monerod, with a newer version and its fields', async () => {
    const node = await recordedNode()
    const newer = ['version', 'current_height', 'hard_forks']
    for (const [, recording] of recordingsOf('get_version')) {
      await expectAsRecorded(recording, newer, node)
    }
    expect(await node.call('get_version')).toMatchObject({
      version: 3n * 65_536n + 16n,
      current_height: 6n,
      hard_forks: [
        { hf_version: 1n, height: 0n },
        { hf_version: 16n, height: 1n },
      ],
    })
  })
})

describe('get_coinbase_tx_sum', () => {
  test('counts fees apart from new coins', async () => {
    const node = await spendingNode()
    const { plan } = await node.send()
    await node.mine(2)
    const { chain } = node.context
    const [before, after] = [chain.infoAt(100n)!, chain.infoAt(102n)!]
    expect(await node.call('get_coinbase_tx_sum', { height: 101, count: 2 })).toMatchObject({
      emission_amount: after.generatedCoins - before.generatedCoins,
      fee_amount: plan.fee,
      wide_fee_amount: `0x${plan.fee.toString(16)}`,
      fee_amount_top64: 0n,
    })
    const reward = chain.infoAt(101n)!.reward + after.reward
    expect(after.generatedCoins - before.generatedCoins + plan.fee).toBe(reward)
  })
})

describe('prune_blockchain', () => {
  test('returns the chosen pruning seed', async () => {
    const node = await recordedNode()
    const { pruned, pruning_seed } = await node.call('prune_blockchain', {})
    expect(pruned).toBe(true)
    // monero src/common/pruning.h: log2 of 8 stripes in bits 7 to 9, the stripe in bits 0 to 6, from 1 on
    const seed = Number(pruning_seed)
    expect((seed >> 7) & 7).toBe(3)
    expect(1 + (seed & 127)).toBeLessThanOrEqual(8)
    const again = { status: 'OK', untrusted: false, pruned: true, pruning_seed }
    expect(await node.call('prune_blockchain', { check: true })).toEqual(again)
    expect(await node.call('prune_blockchain', {})).toEqual(again)
  })
})

describe('flush_cache', () => {
  test('forgets blocks with invalid inputs, so that they are checked again', async () => {
    const node = await spendingNode()
    const { chain, clock } = node.context
    const paid = await node.send()
    await node.mine()
    const rival = parseTransaction(node.purse.rival(paid).blob)
    const header = { timestamp: clock.now() }
    const { blob, transactions } = makeBlock(chain, { transactions: [rival], header })
    const add = async () => (await chain.addBlock(blob, transactions)).kind
    expect([await add(), await add()]).toEqual(['invalid', 'known'])
    await node.call('flush_cache', { bad_txs: true })
    expect(await add()).toBe('known')
    await node.call('flush_cache', { bad_blocks: true })
    expect(await add()).toBe('invalid')
  })
})
