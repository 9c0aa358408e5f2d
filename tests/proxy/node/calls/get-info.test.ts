import { describe, expect, test } from 'vitest'
import { spendingNode } from '../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

/** The machine, the program, and the time of the recording. */
const differing = [
  'adjusted_time',
  'database_size',
  'free_space',
  'rpc_connections_count',
  'start_time',
  'version',
]

describe('get_info', () => {
  test.each(recordingsOf('get_info'))('answers as monerod: %s', async (_, recording) => {
    const except = recording.restricted ? ['adjusted_time'] : differing
    await expectAsRecorded(recording, except)
  })

  test('counts transactions of the chain, of the pool and alternative blocks', async () => {
    const node = await spendingNode()
    await node.send()
    await node.send()
    await node.mine()
    await node.send()
    await node.send({}, { do_not_relay: true })
    await node.mine(1, { prev_block: node.context.chain.idAt(99n), starting_nonce: 7 })
    const { status, ...info } = await node.call('get_info')
    expect([status, info.top_block_hash]).toEqual(['OK', node.context.chain.topId()])
    expect(info).toMatchObject({
      height: 102n,
      tx_count: 2n,
      tx_pool_size: 2n,
      alt_blocks_count: 1n,
      wide_cumulative_difficulty: '0x66',
      cumulative_difficulty: 102n,
      rpc_connections_count: 1n,
    })
    const answer = (await node.public.post('/get_info', '')).json()
    expect(answer).toMatchObject({ height: 102n, tx_count: 2n, tx_pool_size: 1n, restricted: true })
    expect(answer).toMatchObject({ alt_blocks_count: 0n, rpc_connections_count: 0n })
  })
})
