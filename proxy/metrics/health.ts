/**
 * `/health/v1`: whether the server can serve wallets, for load balancers and people.
 *
 * @module
 */
import { Hono } from 'hono'
import { stringifyJson } from '#protocol/json/json.ts'
import { reply } from '../replies.ts'
import type { NodeState } from '../upstream/node-state.ts'

export const healthPath = '/health/v1'

/**
 * Seconds. Above this age of the top block the server is behind. Blocks take two minutes on average; one in three
 * million takes half an hour.
 */
const oldestTopSeconds = 1800

/** Blocks below the highest upstream node from which on the server is behind. */
const mostBlocksBehind = 3n

/** What the server knows about itself. */
export type HealthFacts = {
  /** Of the program. */
  version: string
  /** Undefined before the first answer of a node. So are the next two. */
  network: 'mainnet' | 'testnet' | 'stagenet' | 'fakechain' | undefined
  /** Number of blocks that the server answers with. */
  height: bigint | undefined
  /** Of the top block, in Unix seconds. */
  topTimestamp: bigint | undefined
  /** Of all upstream nodes. */
  upstream: readonly NodeState[]
  /** Blocks in the scan feed, and blocks that it will have at this height; undefined without a feed. */
  feed: { height: bigint; target: bigint } | undefined
}

/** Returns facts out of memory: a load balancer does not wait for a node. */
export type HealthSource = () => HealthFacts

type HealthStatus = 'ok' | 'behind' | 'upstream unavailable'

/**
 * The status of a server.
 *
 * - `upstream unavailable`: no node that may be used answered its last probe, or the height is unknown.
 * - `behind`: the top block is older than half an hour, or the server is three blocks or more below the highest node. On a private chain blocks have no schedule, so their age does not count.
 *
 * The feed does not count: wallets also synchronise without it.
 *
 * @param nowMs - Unix time.
 */
export function healthStatus(facts: HealthFacts, nowMs: number): HealthStatus {
  const { network, height, upstream } = facts
  const usable = upstream.filter(
    ({ state, agreement }) => state === 'answers' && agreement !== 'disagrees',
  )
  if (usable.length === 0 || height === undefined) return 'upstream unavailable'
  const isFarBelow = usable.some((node) => (node.height ?? 0n) >= height + mostBlocksBehind)
  const age = network === 'fakechain' ? 0 : (topAge(facts, nowMs) ?? 0)
  return isFarBelow || age > oldestTopSeconds ? 'behind' : 'ok'
}

/** Seconds; 0 for a block of the future, which miners may date by up to two hours. */
function topAge({ topTimestamp }: HealthFacts, nowMs: number): number | undefined {
  if (topTimestamp === undefined) return undefined
  return Math.max(Math.floor(nowMs / 1000) - Number(topTimestamp), 0)
}

/**
 * Answers with 200 when the status is `ok`, otherwise with 503. Nodes appear by number, never by address.
 *
 * @param nowMs - Unix time.
 */
export function healthRoute(source: HealthSource, nowMs: () => number): Hono {
  const app = new Hono()
  app.get(healthPath, () => {
    const facts = source()
    const now = nowMs()
    const status = healthStatus(facts, now)
    const body = stringifyJson(healthDocument(facts, status, now))
    return reply(status === 'ok' ? 200 : 503, 'application/json', body, {
      'cache-control': 'no-store',
    })
  })
  return app
}

/** Members without a value are left out. */
function healthDocument(facts: HealthFacts, status: HealthStatus, nowMs: number) {
  const { version, network, height, upstream, feed } = facts
  return {
    status,
    version,
    network,
    height,
    top_block_age: topAge(facts, nowMs),
    upstream: upstream.map((node) => ({
      number: node.number,
      state: node.state,
      height: node.height,
      latency_ms: node.latencyMs === undefined ? undefined : Math.round(node.latencyMs),
      agreement: node.agreement,
      first: node.isFirst,
    })),
    feed: feed && { height: feed.height, target: feed.target },
  }
}
