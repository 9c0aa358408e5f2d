import { describe, expect, test } from 'vitest'
import { Tracker } from '../../../../proxy/node/state/tracker.ts'

describe('Tracker', () => {
  test('adds up calls and their time in nanoseconds, in the order of the first call', () => {
    const tracker = new Tracker()
    tracker.add('get_info', 1.5)
    tracker.add('get_version', 0.25)
    tracker.add('get_info', 0.000001)
    expect(tracker.list()).toEqual([
      { rpc: 'get_info', count: 2n, time: 1_500_001n, credits: 0n },
      { rpc: 'get_version', count: 1n, time: 250_000n, credits: 0n },
    ])
  })

  test('uses the names of monerod: binary calls and JSON-RPC calls of one name are apart', () => {
    const tracker = new Tracker()
    for (const call of ['get_outs', 'get_outs.bin', 'get_o_indexes.bin', 'send_raw_transaction'])
      tracker.add(call, 1)
    const names = tracker.list().map(({ rpc }) => rpc)
    expect(names).toEqual(['get_outs', 'get_outs_bin', 'get_indexes', 'send_raw_tx'])
  })

  test('counts an alias of the reference together with its call', () => {
    const tracker = new Tracker()
    tracker.add('get_block_count', 1)
    tracker.add('getblockcount', 1)
    expect(tracker.list()).toMatchObject([{ rpc: 'getblockcount', count: 2n }])
  })

  test('leaves out the calls that monerod does not track', () => {
    const tracker = new Tracker()
    for (const call of ['get_miner_data', 'banned', 'set_bootstrap_daemon']) tracker.add(call, 1)
    expect(tracker.list()).toEqual([])
  })

  test('starts again after it was cleared', () => {
    const tracker = new Tracker()
    tracker.add('get_info', 1)
    tracker.clear()
    tracker.add('get_info', 2)
    expect(tracker.list()).toMatchObject([{ count: 1n, time: 2_000_000n }])
  })
})
