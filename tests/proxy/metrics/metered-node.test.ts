import { describe, expect, test } from 'vitest'
import { meteredNode, nodeGauges, nodeMetrics } from '../../../proxy/metrics/metered-node.ts'
import { Registry } from '../../../proxy/metrics/registry.ts'
import type { NodeState } from '../../../proxy/upstream/node-state.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'

const request = { path: '/x', body: new Uint8Array(), contentType: '', once: false }

const samples = (registry: Registry) =>
  registry
    .text()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket'))

describe('a measured node', () => {
  test('has its outcomes by number, and the time of its answers', async () => {
    let time = 0
    const registry = new Registry()
    const metrics = nodeMetrics(registry, 2, () => time)
    let error: Error | undefined
    const node = fakeNode(() => {
      time += 500
      if (error) throw error
      return 'x'
    })
    const measured = meteredNode(node, 2, metrics)
    expect(await new Response((await measured.ask(request)).body).text()).toBe('x')
    for (error of [new UpstreamUnavailable('timeout'), new RangeError('bug')])
      await expect(measured.ask(request)).rejects.toBe(error)
    expect(samples(registry)).toEqual([
      'nightjar_upstream_requests_total{node="2",outcome="answered"} 1',
      'nightjar_upstream_requests_total{node="2",outcome="timeout"} 1',
      'nightjar_upstream_requests_total{node="2",outcome="other"} 1',
      'nightjar_upstream_seconds_sum{node="2"} 0.5',
      'nightjar_upstream_seconds_count{node="2"} 1',
    ])
  })
})

test('gauges have the states of all nodes', () => {
  const registry = new Registry()
  const states: NodeState[] = [
    {
      number: 1,
      state: 'answers',
      height: 3_500_000n,
      latencyMs: 25,
      agreement: 'agrees',
      isFirst: true,
    },
    {
      number: 2,
      state: 'unprobed',
      height: undefined,
      latencyMs: undefined,
      agreement: 'disagrees',
      isFirst: false,
    },
  ]
  nodeGauges(registry, 2, () => states)
  expect(samples(registry)).toEqual([
    'nightjar_upstream_up{node="1"} 1',
    'nightjar_upstream_up{node="2"} 0',
    'nightjar_upstream_height{node="1"} 3500000',
    'nightjar_upstream_latency_seconds{node="1"} 0.025',
    'nightjar_upstream_disagrees{node="1"} 0',
    'nightjar_upstream_disagrees{node="2"} 1',
    'nightjar_upstream_first{node="1"} 1',
    'nightjar_upstream_first{node="2"} 0',
  ])
})
