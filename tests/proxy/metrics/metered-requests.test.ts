import { connect } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { meteredRequests, requestMetrics } from '../../../proxy/metrics/metered-requests.ts'
import { metricsRoute } from '../../../proxy/metrics/metrics-route.ts'
import { Registry } from '../../../proxy/metrics/registry.ts'
import { routeNames } from '../../../proxy/metrics/route-names.ts'
import { listen } from '../../../server/http/listener.ts'
import { poll } from '../../support/programs/process.ts'

/** An app with a few routes, measured. */
function scene() {
  const registry = new Registry()
  const routes = routeNames({ '/feed/v1': 'feed' })
  const app = new Hono()
  app.onError(() => new Response('bug', { status: 500 }))
  app.use(meteredRequests(requestMetrics(registry, routes, () => performance.now())))
  app.get('/feed/v1/:file', () => new Response('x'.repeat(1000)))
  app.get('/get_height', () => {
    throw new Error('bug')
  })
  app.post('/json_rpc', () => new Response(new ReadableStream()))
  app.route('/', metricsRoute(registry))
  return {
    app,
    lines: (name: string) =>
      registry
        .text()
        .split('\n')
        .filter((line) => line.startsWith(`nightjar_http_${name}`)),
  }
}

describe('requests on any host', () => {
  test('are counted by route and status, and never by path', async () => {
    const { app, lines } = scene()
    for (const path of ['/feed/v1/0-abc', '/feed/v1/512-def', '/203.0.113.9', '/get_height'])
      await app.request(path)
    expect(lines('requests_total')).toEqual([
      'nightjar_http_requests_total{route="feed",status="2xx"} 2',
      'nightjar_http_requests_total{route="other",status="4xx"} 1',
      'nightjar_http_requests_total{route="get_height",status="5xx"} 1',
    ])
    expect(lines('requests_in_flight')).toEqual(['nightjar_http_requests_in_flight 0'])
  })
})

describe('requests of a port', () => {
  test('have the bytes of their answers, with headers', async () => {
    const { app, lines } = scene()
    const server = await listen(app, '127.0.0.1', 0)
    try {
      for (const method of ['GET', 'GET', 'HEAD'])
        await (await fetch(`http://${server.address}/feed/v1/0`, { method })).text()
      await poll(async () => lines('requests_in_flight')[0]!.endsWith(' 0'))
      expect(lines('requests_total')).toEqual([
        'nightjar_http_requests_total{route="feed",status="2xx"} 3',
      ])
      const bytes = Number(/ (\d+)$/.exec(lines('sent_bytes')[0]!)![1])
      expect(bytes).toBeGreaterThan(2000)
      expect(bytes).toBeLessThan(3000)
      expect(lines('request_seconds_count')).toEqual([
        'nightjar_http_request_seconds_count{route="feed"} 3',
      ])
    } finally {
      await server.close()
    }
  })

  test('end when the client disconnects before its answer is complete', async () => {
    const { app, lines } = scene()
    const server = await listen(app, '127.0.0.1', 0)
    try {
      const socket = connect(server.port, '127.0.0.1')
      socket.write('POST /json_rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
      await poll(async () => lines('requests_in_flight')[0]!.endsWith(' 1'))
      socket.destroy()
      await poll(async () => lines('requests_in_flight')[0]!.endsWith(' 0'))
      expect(lines('requests_total')).toEqual([
        'nightjar_http_requests_total{route="json_rpc",status="2xx"} 1',
      ])
    } finally {
      await server.close()
    }
  })
})

describe('routeNames', () => {
  const { names, nameOf } = routeNames({ '/feed/v1': 'feed' })

  test.each([
    ['/json_rpc', 'json_rpc'],
    ['/get_height', 'get_height'],
    ['/getheight', 'get_height'],
    ['/get_blocks.bin', 'get_blocks.bin'],
    ['/getblocks.bin', 'get_blocks.bin'],
    ['/health/v1', 'health'],
    ['/metrics', 'metrics'],
    ['/output-counts/v1/65536', 'output_counts'],
    ['/node/http%3A%2F%2F203.0.113.9/get_info', 'other_node'],
    ['/feed/v1', 'feed'],
    ['/feed/v1/scan/0-abc', 'feed'],
    ['/feed/v10', 'other'],
    ['/', 'other'],
    ['/get_height/x', 'other'],
  ])('%s is of the route %s', (path, name) => {
    expect(nameOf(path)).toBe(name)
    expect([...names, 'other']).toContain(name)
  })
})

describe('/metrics', () => {
  test('answers in the text format, and is not cached', async () => {
    const { app } = scene()
    const answer = await app.request('/metrics')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('# TYPE nightjar_http_requests_total counter\n')
  })
})
