import { beforeEach, describe, expect, test } from 'vitest'
import { minerAddress } from '../../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

describe.each(['/start_mining', '/mining_status', '/stop_mining', '/set_log_hash_rate'])(
  '%s',
  (call) => {
    test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
      expectAsRecorded(recording),
    )
  },
)

describe('mining', () => {
  let node: OwnNode
  beforeEach(async () => void (node = await ownNode()))
  const status = async (path: string, body: object = {}) =>
    (await node.post(path, body)).json().status
  const start = (more: object = {}) =>
    status('/start_mining', { miner_address: minerAddress, threads_count: 8, ...more })

  test('starts once, and stops once', async () => {
    expect(await start()).toBe('OK')
    expect(await start()).toBe('Already mining')
    expect(await status('/set_log_hash_rate', { visible: true })).toBe('OK')
    expect(await status('/stop_mining')).toBe('OK')
    expect(await status('/stop_mining')).toBe('Mining never started')
    expect(await status('/set_log_hash_rate', { visible: true })).toBe('NOT MINING')
  })

  test('error: one thread more than the host allows', async () => {
    const message = 'Failed, too many threads relative to CPU cores.'
    expect(await start({ threads_count: 9 })).toBe(message)
    expect((await node.post('/mining_status', '')).json().active).toBe(false)
  })

  test('error: a host without threads', async () => {
    const { miner } = node.context
    node = await ownNode({ miner: () => ({ ...miner, mostThreads: () => 0 }) })
    const message = 'Failed, this host cannot mine: it has no threads'
    expect(await start({ threads_count: 0 })).toBe(message)
  })

  test('error: the miner does not start, or does not stop', async () => {
    const { miner } = node.context
    node = await ownNode({
      miner: () => ({ ...miner, start: async () => false }),
    })
    expect(await start()).toBe('Failed, mining not started')
    const stuck = { ...miner.status(), active: true }
    node = await ownNode({
      miner: () => ({ ...miner, status: () => stuck, stop: async () => false }),
    })
    expect(await status('/stop_mining')).toBe('Failed, mining not stopped')
  })

  test('mining_status has the thresholds of background mining while it is enabled', async () => {
    await start({ do_background_mining: true, ignore_battery: true, threads_count: 2 })
    expect((await node.post('/mining_status', '')).json()).toMatchObject({
      active: true,
      address: minerAddress,
      threads_count: 2n,
      is_background_mining_enabled: true,
      bg_ignore_battery: true,
      // monero src/cryptonote_basic/miner.h BACKGROUND_MINING_DEFAULT_*
      bg_idle_threshold: 90n,
      bg_min_idle_seconds: 10n,
      bg_target: 40n,
      block_target: 120n,
    })
    await status('/stop_mining')
    await start()
    expect((await node.post('/mining_status', '')).json()).toMatchObject({
      is_background_mining_enabled: false,
      bg_ignore_battery: false,
      bg_idle_threshold: 0n,
    })
  })
})
