import { describe, expect, test } from 'vitest'
import { ownNode } from '../../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

describe.each(['/set_log_level', '/update'])('%s', (call) => {
  test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('/stop_daemon', () => {
  test('stops the node once, and not from a restricted port', async () => {
    let stops = 0
    const node = await ownNode({ stop: () => stops++ })
    expect((await node.public.post('/stop_daemon', '')).status).toBe(404)
    expect(stops).toBe(0)
    expect((await node.post('/stop_daemon', '')).json()).toEqual({ status: 'OK', untrusted: false })
    expect(stops).toBe(1)
  })
})

describe('/set_log_categories', () => {
  test('returns the categories that result', async () => {
    const node = await ownNode()
    const set = async (categories: string) =>
      (await node.post('/set_log_categories', { categories })).json().categories
    expect(await set('a:INFO')).toBe('a:INFO')
    expect(await set('+b:DEBUG')).toBe('a:INFO,b:DEBUG')
    // monero contrib/epee/src/mlog.cpp mlog_set_categories leaves the comma.
    expect(await set('-a:INFO')).toBe(',b:DEBUG')
  })
})

describe('/set_bootstrap_daemon', () => {
  test('sets the node with its login', async () => {
    const all: unknown[] = []
    const bootstrap = {
      set: (settings: unknown) => void all.push(settings),
      address: () => '',
      wasEverUsed: () => false,
      isOn: () => false,
    }
    const node = await ownNode({ bootstrap })
    const settings = { address: 'a:1', username: 'u', password: 'p', proxy: '' }
    const answer = await node.post('/set_bootstrap_daemon', settings)
    expect([answer.json(), all]).toEqual([{ status: 'OK' }, [settings]])
  })
})

describe.each(['/start_save_graph', '/stop_save_graph'])('%s', (path) => {
  test('does nothing, as the specification says', async () => {
    const answer = await (await ownNode()).post(path, '')
    expect(answer.json()).toEqual({ status: 'OK', untrusted: false })
  })
})
