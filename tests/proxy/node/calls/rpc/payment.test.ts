import { describe, expect, test } from 'vitest'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'

describe.each([
  'rpc_access_info',
  'rpc_access_submit_nonce',
  'rpc_access_pay',
  'rpc_access_tracking',
  'rpc_access_data',
  'rpc_access_account',
])('%s', (call) => {
  test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('rpc_access_tracking', () => {
  test('counts calls by the names of monerod until it is cleared', async () => {
    const node = await recordedNode()
    for (let calls = 0; calls < 3; calls++) await node.call('get_block_count')
    await node.call('get_block', { height: 9 }).catch(() => {})
    const { data } = await node.call('rpc_access_tracking')
    expect(data).toMatchObject([
      { rpc: 'getblockcount', count: 3n, credits: 0n },
      { rpc: 'get_block', count: 1n },
    ])
    expect(await node.call('rpc_access_tracking', { clear: true })).not.toHaveProperty('data')
    const after = (await node.call('rpc_access_tracking')).data
    expect(after).toMatchObject([{ rpc: 'rpc_access_tracking', count: 1n }])
  })
})
