/**
 * Measures upstream nodes, which appear by number: their addresses stay unknown.
 *
 * @module
 */
import { UpstreamUnavailable, type UnavailableReason, type UpstreamNode } from '../upstream/node.ts'
import type { NodeState } from '../upstream/node-state.ts'
import { secondsBuckets, type Counter, type Histogram, type Registry } from './registry.ts'

type NodeSets = { node: readonly string[] }

/** `answered` or why not. A caller that aborts is `lost`. */
const outcomes = [
  'answered',
  'unsent',
  'stale',
  'timeout',
  'lost',
  'invalid',
] as const satisfies readonly ('answered' | UnavailableReason)[]

type NodeMetrics = {
  requests: Counter<NodeSets & { outcome: readonly string[] }>
  seconds: Histogram<NodeSets>
  /** Milliseconds of a monotonic clock. */
  nowMs: () => number
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`)

/**
 * @param count - Number of nodes.
 * @param nowMs - A monotonic clock.
 */
export function nodeMetrics(registry: Registry, count: number, nowMs: () => number): NodeMetrics {
  const sets = { node: numbersUpTo(count) }
  return {
    nowMs,
    requests: registry.counter(
      'nightjar_upstream_requests_total',
      'Requests to an upstream node by outcome.',
      { ...sets, outcome: outcomes },
    ),
    seconds: registry.histogram(
      'nightjar_upstream_seconds',
      'Time until the answer of an upstream node begins.',
      secondsBuckets,
      sets,
    ),
  }
}

/** The same node, measured. @param number - Its number, from 1. */
export function meteredNode(
  node: UpstreamNode,
  number: number,
  { requests, seconds, nowMs }: NodeMetrics,
): UpstreamNode {
  const labels = { node: `${number}` }
  return {
    async ask(request) {
      const startMs = nowMs()
      try {
        const answer = await node.ask(request)
        requests.add({ ...labels, outcome: 'answered' })
        seconds.observe(labels, (nowMs() - startMs) / 1000)
        return answer
      } catch (error) {
        const outcome = error instanceof UpstreamUnavailable ? error.reason : 'other'
        requests.add({ ...labels, outcome })
        throw error
      }
    },
    close: () => node.close(),
  }
}

/** Gauges of what probes found. @param states - The states of `count` nodes; called for each scrape. */
export function nodeGauges(
  registry: Registry,
  count: number,
  states: () => readonly NodeState[],
): void {
  const sets = { node: numbersUpTo(count) }
  const gauge = (name: string, help: string) =>
    registry.gauge(`nightjar_upstream_${name}`, help, sets)
  const gauges = {
    up: gauge('up', 'Whether the node answered its last probe.'),
    height: gauge('height', 'Blocks of the node.'),
    latency: gauge('latency_seconds', 'Median time of the last probes.'),
    disagrees: gauge('disagrees', 'Whether the node has another chain than the majority.'),
    first: gauge('first', 'Whether requests go to this node first.'),
  }
  registry.beforeScrape(() => {
    for (const each of Object.values(gauges)) each.clear()
    for (const { number, state, height, latencyMs, agreement, isFirst } of states()) {
      const labels = { node: `${number}` }
      gauges.up.set(labels, Number(state === 'answers'))
      if (height !== undefined) gauges.height.set(labels, Number(height))
      if (latencyMs !== undefined) gauges.latency.set(labels, latencyMs / 1000)
      gauges.disagrees.set(labels, Number(agreement === 'disagrees'))
      gauges.first.set(labels, Number(isFirst))
    }
  })
}
