import { describe, expect, test } from 'vitest'
import { healthRoute, healthStatus, type HealthFacts } from '../../../proxy/metrics/health.ts'
import type { NodeState } from '../../../proxy/upstream/node-state.ts'

const node: NodeState = {
  number: 1,
  state: 'answers',
  height: 3_500_000n,
  latencyMs: 24.6,
  agreement: 'agrees',
  isFirst: true,
}
const facts: HealthFacts = {
  version: '0.2.0',
  network: 'mainnet',
  height: 3_500_000n,
  topTimestamp: 1_700_000_000n,
  upstream: [node],
  feed: { height: 3_000_320n, target: 3_499_008n },
}
/** 65.5 seconds after the top block. */
const nowMs = 1_700_000_065_500

const statusOf = (more: Partial<HealthFacts>, seconds = 65) =>
  healthStatus({ ...facts, ...more }, (1_700_000_000 + seconds) * 1000)

describe('/health/v1', () => {
  test('says what the server has, and is not cached', async () => {
    const answer = await healthRoute(
      () => facts,
      () => nowMs,
    ).request('/health/v1')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({
      status: 'ok',
      version: '0.2.0',
      network: 'mainnet',
      height: 3_500_000,
      top_block_age: 65,
      upstream: [
        {
          number: 1,
          state: 'answers',
          height: 3_500_000,
          latency_ms: 25,
          agreement: 'agrees',
          first: true,
        },
      ],
      feed: { height: 3_000_320, target: 3_499_008 },
    })
  })

  test('error: answers 503 before a node has answered, without what is unknown', async () => {
    const answer = await healthRoute(
      () => ({
        version: '0.2.0',
        network: undefined,
        height: undefined,
        topTimestamp: undefined,
        upstream: [],
        feed: undefined,
      }),
      () => nowMs,
    ).request('/health/v1')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      status: 'upstream unavailable',
      version: '0.2.0',
      upstream: [],
    })
  })

  test('answers HEAD, as load balancers ask', async () => {
    const app = healthRoute(
      () => facts,
      () => nowMs,
    )
    expect((await app.request('/health/v1', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('the status', () => {
  test('is ok up to half an hour after the top block, and two blocks below the best node', () => {
    expect(statusOf({}, 1800)).toBe('ok')
    expect(statusOf({ height: 3_499_998n })).toBe('ok')
  })

  test('error: is behind later, and three blocks below', () => {
    expect(statusOf({}, 1801)).toBe('behind')
    expect(statusOf({ height: 3_499_997n })).toBe('behind')
  })

  test('on a private chain blocks may be old', () => {
    expect(statusOf({ network: 'fakechain' }, 1e6)).toBe('ok')
  })

  test('a top block of the future is new', () => {
    expect(statusOf({}, -7200)).toBe('ok')
  })

  test('a feed that is not complete does not count', () => {
    expect(statusOf({ feed: { height: 0n, target: 3_499_008n } })).toBe('ok')
  })

  test('error: without a node that answers and may be used upstream is unavailable', () => {
    const unavailable = 'upstream unavailable'
    expect(statusOf({ upstream: [{ ...node, state: 'unavailable' }] })).toBe(unavailable)
    expect(statusOf({ upstream: [{ ...node, state: 'unprobed' }] })).toBe(unavailable)
    expect(statusOf({ upstream: [{ ...node, agreement: 'disagrees' }] })).toBe(unavailable)
    expect(statusOf({ height: undefined })).toBe(unavailable)
  })

  test('heights of nodes that are not used do not count', () => {
    const other = { ...node, height: 9_000_000n, agreement: 'disagrees' as const }
    expect(statusOf({ upstream: [node, other] })).toBe('ok')
  })
})
