import { describe, expect, test } from 'vitest'
import { ownNode } from '../../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'

/** The default limits of newer versions. */
const defaults = ['limit_down', 'limit_up']

describe.each([
  ['/get_peer_list', []],
  ['/get_public_nodes', []],
  ['/out_peers', []],
  ['/in_peers', []],
  ['/get_limit', defaults],
  ['/set_limit', []],
])('%s', (call, except) => {
  test('answers recorded requests as monerod, one after the other', async () => {
    const node = await recordedNode()
    for (const [, recording] of recordingsOf(call)) {
      await expectAsRecorded(recording, except, node)
    }
  })
})

describe('limits', () => {
  test('a restricted node does not set them', async () => {
    const node = await ownNode()
    for (const path of ['/set_limit', '/in_peers', '/out_peers', '/get_net_stats'])
      expect((await node.public.post(path, { limit_up: 1, limit_down: 1 })).status).toBe(404)
    const { limit_up, limit_down } = (await node.post('/get_limit', '')).json()
    expect([limit_up, limit_down]).toEqual([8192n, 32_768n])
  })
})

describe('/get_net_stats', () => {
  test('counts no bytes, since the start of the node', async () => {
    const node = await ownNode({ clock: { now: () => 1_700_000_000n } })
    expect((await node.post('/get_net_stats', '')).json()).toEqual({
      status: 'OK',
      untrusted: false,
      start_time: 1_700_000_000n,
      total_bytes_in: 0n,
      total_bytes_out: 0n,
      total_packets_in: 0n,
      total_packets_out: 0n,
    })
  })
})
