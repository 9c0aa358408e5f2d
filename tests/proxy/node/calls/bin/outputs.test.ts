import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import type { Input } from '#protocol/fields.ts'
import { spendingNode, type SpendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

let node: SpendingNode
beforeAll(async () => void (node = await spendingNode()))

describe('/get_o_indexes.bin', () => {
  const indices = async (txid: string) => {
    const body = epeeFrom(bin.get_o_indexes.params, { txid: hexToBytes(txid) })
    const { bytes } = await node.post('/get_o_indexes.bin', body)
    return epeeTo(bin.get_o_indexes.result, bytes)
  }

  test('returns the indices of the outputs of a transaction, in their order', async () => {
    const { id, plan } = await node.send({ outputs: 3 })
    await node.mine()
    const { status, o_indexes } = await indices(id)
    expect([status, o_indexes]).toEqual(['OK', [100n, 101n, 102n].map((index) => index + 1n)])
    const outputs = node.context.chain.outputs(0n, o_indexes)
    const keys = plan.pays.map(({ secret }) => node.context.crypto.multiplyBase(secret))
    expect(outputs.map((output) => output!.key)).toEqual(keys)
  })

  test('error: a transaction of the pool, and an unknown one', async () => {
    const { id } = await node.send()
    for (const txid of [id, '00'.repeat(32)])
      expect(await indices(txid)).toMatchObject({ status: 'Failed', o_indexes: [] })
  })
})

describe('/get_output_distribution.bin', () => {
  test.each(recordingsOf('/get_output_distribution.bin'))(
    'answers as monerod: %s',
    (_, recording) => expectAsRecorded(recording),
  )

  const distribution = async (params: Input<typeof bin.get_output_distribution.params>) => {
    const body = epeeFrom(bin.get_output_distribution.params, params)
    const { bytes } = await node.post('/get_output_distribution.bin', body)
    return epeeTo(bin.get_output_distribution.result, bytes)
  }

  test.each([
    ['without binary', { binary: false }, 'Binary only call'],
    ['above the top block', { to_height: 5000n }, 'Failed to get output distribution'],
    [
      'from above the last height',
      { from_height: 9n, to_height: 8n },
      'Failed to get output distribution',
    ],
  ])('error: %s', async (_, params, status) => {
    expect(await distribution({ amounts: [0n], ...params })).toMatchObject({ status })
  })
})
