import { describe, expect, test } from 'vitest'
import { StorageFailure } from '../../protocol/storage-failure.ts'
import { DigestGate } from '../../proxy/digest-gate.ts'
import { proxyApp } from '../../proxy/app.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import { pageFrom } from '../../proxy/page.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('other nodes', () => {
  const own = fakeNode(() => 'own')
  const other = fakeNode(() => 'other')
  const others = new Map([
    ['http://other.example:18081', other],
    ['https://other.example', other],
  ])
  const app = fakeProxy(own, { others })

  test.each([
    ['/node/other.example:18081/get_height', '/getheight'],
    ['/node/other.example%3A18081/getinfo', '/getinfo'],
    ['/node/http%3A%2F%2FOther.example%2F/get_height', '/getheight'],
    ['/node/https%3A%2F%2Fother.example%3A443/json_rpc', '/json_rpc'],
  ])('%s asks %s there', async (path, asked) => {
    const body = '{"method":"get_version"}'
    const answer = await app.request(path, { method: 'POST', body })
    expect(await answer.text()).toBe('other')
    expect(other.asked.at(-1)!.path).toBe(asked)
    expect(own.asked).toEqual([])
  })

  test.each([
    '/node/10.0.0.1:18081/get_height',
    '/node/other.example:18082/get_height',
    '/node/x',
    '/node/%zz/get_height',
  ])('error: %s is not allowed', async (path) => {
    const answer = await app.request(path, { method: 'POST' })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: 'This node is not allowed here' })
  })

  test('error: pages of other origins cannot reach other nodes', async () => {
    const headers = { origin: 'http://evil.example' }
    const answer = await app.request('/node/other.example:18081/get_height', { headers })
    expect(answer.status).toBe(403)
  })

  test('error: an unknown path of another node is 404', async () => {
    expect((await app.request('/node/other.example:18081/nope')).status).toBe(404)
  })

  test('has no scan feed, which is not an error', async () => {
    for (const node of ['', '/node/other.example:18081'])
      for (const name of ['index.json', 'events']) {
        const answer = await app.request(`${node}/feed/v1/${name}`)
        expect(answer.status).toBe(204)
        expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
      }
  })

  test('error: a path with two slashes does not name a host', async () => {
    const path = '/node/other.example:18081//evil.example/get_height'
    expect((await app.request(path)).status).toBe(404)
  })

  test('error: a path of another node cannot leave its origin', async () => {
    const path = '/node/other.example:18081/node/other.example:18081/get_height'
    expect((await app.request(path)).status).toBe(404)
  })
})

describe('the page', () => {
  const files = new Map([
    ['index.html', { bytes: bytesOf('<!doctype html>') }],
    ['assets/index-1f.js', { bytes: bytesOf('code'), brotli: bytesOf('br') }],
    ['nightjar.wasm', { bytes: bytesOf('wasm') }],
    ['secret.key', { bytes: bytesOf('key') }],
  ])
  const page = pageFrom(async (path) => files.get(path))
  const app = fakeProxy(fakeNode(), { page })

  test('is served with security headers', async () => {
    const answer = await app.request('/')
    expect(await answer.text()).toBe('<!doctype html>')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
        "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The page scans QR codes.
      'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
      'cache-control': 'no-cache',
    })
  })

  test('may connect to second servers that the operator lists, and to no other', async () => {
    const listed = ['https://second.example/feed', 'http://abc.onion:81']
    const answer = await pageFrom(
      async (path) => files.get(path),
      listed,
    )(new Request('http://page.example/'))
    expect(answer!.headers.get('content-security-policy')).toContain(
      "; connect-src 'self' https://second.example http://abc.onion:81; worker-src 'self'; ",
    )
  })

  test('files with a hash in their name are cached for ever', async () => {
    const answer = await app.request('/assets/index-1f.js')
    expect(await answer.text()).toBe('code')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('clients that accept brotli receive it', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' }
    const answer = await app.request('/assets/index-1f.js', { headers })
    expect(await answer.text()).toBe('br')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('content-length')).toBe('2')
  })

  test('WebAssembly has the content type for streaming compilation', async () => {
    const answer = await app.request('/nightjar.wasm')
    expect(answer.headers.get('content-type')).toBe('application/wasm')
  })

  test('a link from another page is served', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'user-agent': 'Mozilla/5.0' }
    expect((await app.request('/?source=pwa', { headers })).status).toBe(200)
  })

  test('HEAD returns only the headers', async () => {
    const answer = await app.request('/', { method: 'HEAD' })
    expect(answer.headers.get('content-length')).toBe('15')
    expect(await answer.text()).toBe('')
  })

  test.each(['/secret.key', '/../index.html.', '/assets/', '/nope.html'])(
    'error: %s is not a file of the page',
    async (path) => {
      expect((await app.request(path)).status).toBe(404)
    },
  )

  test('error: a host that is not served', async () => {
    expect((await app.request('/', { headers: { host: 'evil.example' } })).status).toBe(403)
  })
})

describe('no answer runs as a page of our origin:', () => {
  const guarded = {
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    vary: 'origin',
  }
  const gate = new DigestGate({ username: 'name', password: 'password' }, (length) =>
    new Uint8Array(length).fill(1),
  )
  const app = fakeProxy(fakeNode())
  const upset = fakeNode(() => {
    throw new Error('a bug')
  })

  test.each<[string, Promise<Response> | Response, number]>([
    ['of the node', app.request('/get_height'), 200],
    ['to a preflight', app.request('/get_height', { method: 'OPTIONS' }), 200],
    ['with an error of JSON-RPC', app.request('/json_rpc', { method: 'POST', body: '{' }), 200],
    ['where nothing is', app.request('/nope'), 404],
    ['to a query', app.request('/get_height?'), 404],
    ['to a name that is not ours', app.request('/', { headers: { host: 'evil.example' } }), 403],
    ['to another page', app.request('/', { headers: { origin: 'http://evil.example' } }), 403],
    ['to a stranger', fakeProxy(fakeNode(), { gate }).request('/get_height'), 401],
    ['after a bug', fakeProxy(upset, { report: () => {} }).request('/get_height'), 500],
  ])('%s', async (_, asked, status) => {
    const answer = await asked
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(guarded)
  })
})

test.each(['/json_rpc', '/get_height'])(
  'error: a client disconnects during the request, %s',
  async (path) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf('{"method":')),
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const node = fakeNode()
    const half = { method: 'POST', body, duplex: 'half' } as RequestInit
    const answer = await fakeProxy(node).request(path, half)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'The request ended early' })
    expect(node.asked).toEqual([])
  },
)

test('error: a bug is reported, and the answer contains nothing about it', async () => {
  const reported: unknown[] = []
  const bug = new Error('view key 1234')
  const node = fakeNode(() => {
    throw bug
  })
  const app = proxyApp({
    backend: upstreamBackend(node),
    access: { ip: '127.0.0.1', hosts: [], origins: [] },
    restricted: false,
    report: (error) => reported.push(error),
  })
  const answer = await app.request('/get_height')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ error: 'Internal error' })
  expect(reported).toEqual([bug])
})

describe('a request', () => {
  const incoming = { socket: { remoteAddress: '10.0.0.7' } }

  test.each(['/json_rpc', '/get_height', '/node/other.example:18081/get_height'])(
    'to %s waits for the turn of its client before it is parsed',
    async (path) => {
      const node = fakeNode()
      const others = new Map([['http://other.example:18081', node]])
      let start = () => {}
      const asked: string[] = []
      const turn = (client: string) => {
        asked.push(client)
        return new Promise<void>((resolve) => (start = resolve))
      }
      const app = fakeProxy(node, { turn, others })
      const body = '{"method":"get_version"}'
      const answer = app.request(path, { method: 'POST', body }, { incoming })
      await expect.poll(() => asked).toEqual(['10.0.0.7'])
      expect(node.asked).toEqual([])
      start()
      expect((await answer).status).toBe(200)
      expect(node.asked[0]!.client).toBe('10.0.0.7')
    },
  )

  test.each([
    ['/get_transactions', '{}', '10.0.0.7 long'],
    ['/json_rpc', '{"method":"get_block_headers_range"}', '10.0.0.7 long'],
    ['/json_rpc', '{"params":"get_block_headers_range"}', '10.0.0.7'],
  ])('to %s with %s waits for the turn of %s', async (path, body, queue) => {
    const asked: string[] = []
    const turn = async (name: string) => void asked.push(name)
    await fakeProxy(fakeNode(), { turn }).request(path, { method: 'POST', body }, { incoming })
    expect(asked).toEqual([queue])
  })

  test('names calls with long answers to the node', async () => {
    const node = fakeNode()
    for (const [path, longAnswer] of [
      ['/get_transactions', true],
      ['/get_height', false],
    ] as const) {
      await fakeProxy(node).request(path, { method: 'POST', body: '{}' })
      expect(node.asked.at(-1)).toMatchObject({ longAnswer })
    }
  })
})

test('error: storage that fails is reported, and the answer does not name its place', async () => {
  const reported: unknown[] = []
  const failure = new StorageFailure('the disk of /home/me/chain.sqlite is full.')
  const app = proxyApp({
    backend: { ...upstreamBackend(fakeNode()), json: () => Promise.reject(failure) },
    access: { ip: '127.0.0.1', hosts: [], origins: [] },
    restricted: false,
    report: (error) => reported.push(error),
  })
  const answer = await app.request('/get_height')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    error: 'The node cannot write its storage, so nothing was changed. Its log has the reason',
  })
  expect(reported).toEqual([failure])
})

test('a request whose client disconnects before its turn is not answered by the node', async () => {
  const node = fakeNode()
  for (const [destroyed, status, asked] of [
    [true, 400, 0],
    [false, 200, 1],
  ] as const) {
    const socket = { destroyed: false }
    const turn = async () => void (socket.destroyed = destroyed)
    const request = { method: 'POST', body: '{"method":"get_version"}' }
    const answer = await fakeProxy(node, { turn }).request('/json_rpc', request, {
      incoming: { socket },
    })
    expect(answer.status).toBe(status)
    expect(node.asked).toHaveLength(asked)
  }
})
