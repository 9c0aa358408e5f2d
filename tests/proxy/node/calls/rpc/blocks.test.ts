import { beforeAll, describe, expect, test } from 'vitest'
import { rpcBlocks } from '../../../../../proxy/node/calls/rpc/blocks.ts'
import { minerAddress } from '../../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'

/** monerod 0.18.0.0 answers an id of zeros for a height that does not exist. */
const hashless = /"params":\[(6|18446744073709551615)\]/

describe.each([
  'on_get_block_hash',
  'get_block_header_by_hash',
  'get_block_header_by_height',
  'get_block_headers_range',
  'get_block',
])('%s', (call) => {
  let recorded: OwnNode
  beforeAll(async () => void (recorded = await recordedNode()))

  test.each(
    recordingsOf(call).filter(
      ([, { body }]) =>
        !body.includes('"height":[]') && !(body.includes('_hash"') && hashless.test(body)),
    ),
  )('answers as monerod: %s', (_, recording) => expectAsRecorded(recording, ['data'], recorded))
})

describe('blocks', () => {
  let node: OwnNode
  let beside: string
  const mine = async (amount_of_blocks: number, more: object = {}) => {
    const params = { amount_of_blocks, wallet_address: minerAddress, ...more }
    return (await node.call('generateblocks', params)).blocks as string[]
  }
  beforeAll(async () => {
    node = await ownNode()
    await mine(1010)
    const prev_block = node.context.chain.idAt(3n)
    ;[beside] = (await mine(1, { prev_block, starting_nonce: 7 })) as [string]
  })

  test.each([1011n, 2n ** 64n - 1n])('error: on_get_block_hash of %d', async (height) => {
    await expect(node.call('on_get_block_hash', [height])).rejects.toMatchObject({
      code: -2,
      message: `on_get_block_hash: Requested block height: ${height} greater than current top block height: 1010`,
    })
  })

  test('get_block returns an alternative block by its hash', async () => {
    const { block_header, blob, json } = await node.call('get_block', { hash: beside })
    expect(block_header).toMatchObject({ hash: beside, height: 4n, orphan_status: true, nonce: 7n })
    expect(JSON.parse(json)).toMatchObject({ nonce: 7, prev_id: node.context.chain.idAt(3n) })
    const main = await node.call('get_block', { height: 4 })
    expect([main.block_header.orphan_status, main.blob === blob]).toEqual([false, false])
  })

  test('get_block_headers_range of a restricted node has at most 1001 headers', async () => {
    const range = async (start_height: number, end_height: number) => {
      const method = 'get_block_headers_range'
      const params = { start_height, end_height }
      return (await node.public.post('/json_rpc', { id: 0, method, params })).json()
    }
    expect((await range(5, 1005)).result.headers).toHaveLength(1001)
    expect((await range(5, 1006)).error).toEqual({
      code: -19n,
      message: 'Too many block headers requested.',
    })
    // Heights are checked first.
    expect((await range(0, 2000)).error).toEqual({
      code: -2n,
      message: 'Invalid start/end heights.',
    })
  })

  test('a bootstrap node leaves heights and hashes unsupported', async () => {
    const bootstrap = { ...node.context.bootstrap, isOn: () => true }
    const calls = rpcBlocks({ ...node.context, bootstrap })
    const text = 'This command is unsupported for bootstrap daemon'
    expect(() => calls.get_block_count()).toThrow(text)
    expect(calls.on_get_block_hash({ value: [0n] })).toEqual({ value: text })
  })
})
