import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import type { Input } from '#protocol/fields.ts'
import { spendingNode, type SpendingNode } from '../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'
import type { Forged } from '../../../support/node-comparison/coin-spender.ts'

describe.each(['/get_outs', '/get_outs.bin'])('%s', (call) => {
  test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('outputs', () => {
  let node: SpendingNode
  let paid: Forged
  let indices: bigint[]
  beforeAll(async () => {
    node = await spendingNode()
    paid = await node.send()
    await node.mine()
    indices = node.context.chain.transaction(paid.id)!.outputIndices
  })

  const outs = async (outputs: object[], get_txid = false) =>
    (await node.post('/get_outs', { outputs, get_txid })).json()
  const binary = async (params: Input<typeof bin.get_outs.params>) => {
    const { bytes } = await node.post('/get_outs.bin', epeeFrom(bin.get_outs.params, params))
    return epeeTo(bin.get_outs.result, bytes)
  }

  test('are returned in the order of the request, including repetitions', async () => {
    const wanted = [indices[1]!, 0n, indices[0]!, indices[1]!].map((index) => ({
      amount: 0n,
      index,
    }))
    const { outs: all } = await outs(wanted, true)
    expect(all.map(({ txid, height }: { txid: string; height: bigint }) => [txid, height])).toEqual(
      [
        [paid.id, 101n],
        [node.context.chain.infoAt(1n)!.minerTxId, 1n],
        [paid.id, 101n],
        [paid.id, 101n],
      ],
    )
    expect(all[0]).toEqual(all[3])
    expect(all[0]).not.toEqual(all[2])
  })

  test('are the same in hex and in bytes', async () => {
    const outputs = indices.map((index) => ({ amount: 0n, index }))
    const hex = await outs(outputs, true)
    const bytes = await binary({ outputs, get_txid: true })
    const inHex = bytes.outs.map(({ key, mask, txid, ...rest }) => ({
      ...rest,
      key: bytesToHex(key),
      mask: bytesToHex(mask),
      txid: bytesToHex(txid),
    }))
    expect(inHex).toEqual(hex.outs)
  })

  test('have no transaction id without get_txid', async () => {
    const outputs = [{ amount: 0n, index: 0n }]
    expect((await outs(outputs)).outs).toMatchObject([{ txid: '' }])
    expect((await binary({ outputs, get_txid: false })).outs).toMatchObject([
      { txid: new Uint8Array(32) },
    ])
  })

  test('are locked until the unlock time of their transaction', async () => {
    // Rewards of 101 blocks: that of block 42 unlocks at height 102, the next one.
    const { outs: all } = await outs([41, 42].map((index) => ({ amount: 0, index })))
    expect(all.map(({ unlocked }: { unlocked: boolean }) => unlocked)).toEqual([true, false])
    const { outs: own } = await outs(indices.map((index) => ({ amount: 0, index })))
    expect(own.map(({ unlocked }: { unlocked: boolean }) => unlocked)).toEqual([true, true])
  })

  test('error: one unknown output leaves out all', async () => {
    const outputs = [0n, 5_000n].map((index) => ({ amount: 0n, index }))
    expect(await outs(outputs)).toEqual({
      status: 'Failed',
      untrusted: false,
      credits: 0n,
      top_hash: '',
    })
    expect(await binary({ outputs })).toMatchObject({ status: 'Failed', outs: [] })
  })
})
