import { describe, expect, test } from 'vitest'
import { callMetrics, meteredBackend } from '../../../proxy/metrics/metered-backend.ts'
import { Registry } from '../../../proxy/metrics/registry.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { upstreamBackend } from '../../../proxy/upstream/backend.ts'
import { fakeNode, fakeProxy } from '../../support/daemons/fake-upstream-node.ts'

/** A proxy whose backend is measured. */
function scene(reply: () => string | Promise<string> = () => '{"result":{}}') {
  let time = 0
  const registry = new Registry()
  const metrics = callMetrics(registry, () => time)
  const node = fakeNode(() => {
    time += 300
    return reply()
  })
  const bugs: unknown[] = []
  const app = fakeProxy(node, {
    backend: meteredBackend(upstreamBackend(node), metrics),
    report: (error) => bugs.push(error),
  })
  return {
    bugs,
    post: (path: string, body = '') => app.request(path, { method: 'POST', body }),
    lines: (name: string) =>
      registry
        .text()
        .split('\n')
        .filter((line) => line.startsWith(`nightjar_${name}`)),
  }
}

describe('calls', () => {
  test('are counted by name and table, whichever alias a client uses', async () => {
    const { post, lines } = scene()
    await post('/json_rpc', '{"method":"get_info"}')
    await post('/getinfo')
    await post('/get_info')
    expect(lines('calls_total')).toEqual([
      'nightjar_calls_total{table="rpc",call="get_info",status="2xx"} 1',
      'nightjar_calls_total{table="json",call="get_info",status="2xx"} 2',
    ])
  })

  test('have the time until their answer begins', async () => {
    const { post, lines } = scene()
    await post('/get_info')
    expect(lines('call_seconds').slice(-2)).toEqual([
      'nightjar_call_seconds_sum{table="json",call="get_info"} 0.3',
      'nightjar_call_seconds_count{table="json",call="get_info"} 1',
    ])
  })

  test('are in flight until then', async () => {
    let answer = (_: string) => {}
    const { post, lines } = scene(() => new Promise((resolve) => (answer = resolve)))
    const answered = post('/get_info')
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines('calls_in_flight')).toEqual(['nightjar_calls_in_flight 1'])
    answer('{}')
    await answered
    expect(lines('calls_in_flight')).toEqual(['nightjar_calls_in_flight 0'])
  })

  test('answers stay as they are', async () => {
    const { post } = scene(() => '{"height":5}')
    expect(await (await post('/get_height')).text()).toBe('{"height":5}')
  })

  test('error: without a node have the status of their answer', async () => {
    const { post, lines } = scene(() => {
      throw new UpstreamUnavailable('unsent')
    })
    await post('/get_info')
    await post('/get_outs.bin')
    expect(lines('calls_total')[0]).toBe(
      'nightjar_calls_total{table="json",call="get_info",status="5xx"} 1',
    )
  })

  test('error: bugs count as 5xx, and reach the app', async () => {
    const { post, lines, bugs } = scene(() => {
      throw new RangeError('bug')
    })
    expect((await post('/get_info')).status).toBe(500)
    expect(bugs).toEqual([new RangeError('bug')])
    expect(lines('calls_total')).toEqual([
      'nightjar_calls_total{table="json",call="get_info",status="5xx"} 1',
    ])
    expect(lines('calls_in_flight')).toEqual(['nightjar_calls_in_flight 0'])
  })

  test('error: unknown ones are not calls', async () => {
    const { post, lines } = scene()
    await post('/json_rpc', '{"method":"203.0.113.9"}')
    await post('/nope')
    expect(lines('calls_total')).toEqual([])
  })
})
