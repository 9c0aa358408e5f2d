/**
 * Health and metrics of the light node.
 *
 * @module
 */
import type { Hono, MiddlewareHandler } from 'hono'
import { version } from '../../package.json'
import type { CacheCounters } from '../../proxy/cache/cached-backend.ts'
import type { DaemonBackend } from '../../proxy/daemon-backend.ts'
import type { LightNode } from '../../proxy/feed/light-node.ts'
import { healthRoute } from '../../proxy/metrics/health.ts'
import { callMetrics, meteredBackend } from '../../proxy/metrics/metered-backend.ts'
import { meteredNode, nodeGauges, nodeMetrics } from '../../proxy/metrics/metered-node.ts'
import { meteredRequests, requestMetrics } from '../../proxy/metrics/metered-requests.ts'
import { metricsRoute } from '../../proxy/metrics/metrics-route.ts'
import { Registry } from '../../proxy/metrics/registry.ts'
import { routeNames } from '../../proxy/metrics/route-names.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import type { NodeState } from '../../proxy/upstream/node-state.ts'

const nowMs = () => performance.now()

type Served = {
  light: LightNode
  states: () => readonly NodeState[]
  cache: () => CacheCounters
}

/** Measures one light node. */
export class LightMetrics {
  readonly #registry = new Registry()
  readonly #calls = callMetrics(this.#registry, nowMs)
  readonly #requests = requestMetrics(this.#registry, routeNames({ '/feed/v1': 'feed' }), nowMs)

  /** The same nodes, measured. */
  nodes(nodes: readonly UpstreamNode[]): UpstreamNode[] {
    const metrics = nodeMetrics(this.#registry, nodes.length, nowMs)
    return nodes.map((node, at) => meteredNode(node, at + 1, metrics))
  }

  backend(backend: DaemonBackend): DaemonBackend {
    return meteredBackend(backend, this.#calls)
  }

  /** Belongs before all routes. */
  requests(): MiddlewareHandler {
    return meteredRequests(this.#requests)
  }

  /** `/health/v1`, and `/metrics` where the port is not for the public. */
  routes(served: Served): (restricted: boolean) => Hono[] {
    this.#gaugesOf(served)
    const { light, states } = served
    const health = healthRoute(
      () => {
        const { network, height, topTimestamp, feedHeight, feedTarget } = light.facts
        const feed = { height: feedHeight, target: feedTarget ?? feedHeight }
        return { version, network, height, topTimestamp, upstream: states(), feed }
      },
      () => Date.now(),
    )
    const metrics = metricsRoute(this.#registry)
    return (restricted) => (restricted ? [health] : [health, metrics])
  }

  #gaugesOf({ light, states, cache }: Served) {
    const registry = this.#registry
    nodeGauges(registry, states().length, states)
    const gauge = (name: string, help: string) => {
      const made = registry.gauge(`nightjar_${name}`, help)
      return (value: number) => made.set({}, value)
    }
    const height = gauge('height', 'Blocks of the node that answers; absent while none does.')
    const feedHeight = gauge('feed_height', 'Blocks in the scan feed.')
    const listeners = gauge('feed_listeners', 'Clients that listen to events.')
    const bytes = gauge('cache_bytes', 'Bytes of answers in the cache.')
    const memory = gauge('resident_bytes', 'Memory of the process.')
    const outcomes = registry.gauge(
      'nightjar_cache_calls',
      'Calls since the start by what the cache did with them.',
      { outcome: ['hit', 'miss', 'joined', 'passed'] },
    )
    registry.beforeScrape(() => {
      const { facts } = light
      if (facts.height !== undefined) height(Number(facts.height))
      feedHeight(Number(facts.feedHeight))
      listeners(facts.listeners)
      const counters = cache()
      bytes(counters.bytes)
      memory(process.memoryUsage.rss())
      outcomes.set({ outcome: 'hit' }, counters.hits)
      outcomes.set({ outcome: 'miss' }, counters.misses)
      outcomes.set({ outcome: 'joined' }, counters.joined)
      outcomes.set({ outcome: 'passed' }, counters.passed)
    })
  }
}
