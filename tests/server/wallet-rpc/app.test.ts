import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import type { Access } from '../../../proxy/access-rules.ts'
import { DigestGate } from '../../../proxy/digest-gate.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import { listen } from '../../../server/http/listener.ts'
import { text, walletApp } from '../../../server/wallet-rpc/app.ts'
import { requestLimit } from '../../../worker/rpc/request-limit.ts'

const calls: [string, unknown, string?][] = []
const reported: unknown[] = []
const call = async (method: string, params: unknown, wallet?: string) => {
  calls.push(wallet === undefined ? [method, params] : [method, params, wallet])
  if (method === 'broken') return { result: Number.NaN }
  return method === 'echo'
    ? { result: { params, none: [] } }
    : { error: { code: -32601, message: 'Method not found' } }
}
const loopback: Access = {
  ip: '127.0.0.1',
  hosts: ['wallet.example'],
  origins: ['http://shop.example'],
}
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function start(access = loopback, gate?: DigestGate) {
  const app = walletApp({
    access,
    gate,
    call,
    limitOf: requestLimit,
    turn: async () => {},
    events: (c, wallet) =>
      text(200, JSON.stringify({ wallet, lastId: c.req.header('last-event-id') })),
    document: () => ({ openrpc: '1.3.2', most: 2n ** 64n }),
    report: (error) => reported.push(error),
  })
  const listener = await listen(app, '127.0.0.1', 0)
  closing.push(listener.close)
  return listener.port
}

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** By `node:http`, which sends any `Host` and `Origin`; `fetch` would not. */
function ask(port: number, { method = 'POST', path = '/json_rpc', headers = {}, body }: Sent) {
  return new Promise<{
    status: number
    headers: NodeJS.Dict<string | string[]>
    text: string
    raw: string[]
  }>((resolve, reject) => {
    const sent = request({ port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          raw: response.rawHeaders,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const echo = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'echo', params: { a: 1 } })
const port = await start()

describe('wallet service over HTTP', () => {
  test.each(['POST', 'GET', 'PUT'])('answers a %s', async (method) => {
    const { status, headers, text } = await ask(port, {
      method,
      body: echo,
      headers: { 'Content-Length': `${echo.length}` },
    })
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json',
    })
    expect(JSON.parse(text)).toEqual({ id: 'x', jsonrpc: '2.0', result: { params: { a: 1 } } })
  })

  test('answers errors with HTTP 200', async () => {
    const { status, text } = await ask(port, { body: '{"method":"nothing"}' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      error: { code: -32601, message: 'Method not found' },
      id: '',
      jsonrpc: '2.0',
    })
  })

  test('error: an answer that cannot be written is reported', async () => {
    const { status, text } = await ask(port, { body: '{"method":"broken"}' })
    expect({ status, text }).toEqual({ status: 500, text: 'Internal error\n' })
    expect(reported).toEqual([expect.any(TypeError)])
  })

  test('refuses a batch', async () => {
    const { text } = await ask(port, { body: `[${echo}]` })
    expect(JSON.parse(text)).toEqual({
      error: { code: -32700, message: 'Parse error' },
      id: 0,
      jsonrpc: '2.0',
    })
  })

  test.each(['/', '/json_rpc/', '/get_info', '/json_rpc?x'])('has no path %s', async (path) => {
    expect((await ask(port, { path, body: echo })).status).toBe(404)
  })

  describe('above 1 MiB', () => {
    const long = 'a'.repeat(1_200_000)
    // Not JSON, so that an answer shows whether it was parsed.
    const request = (method: string) => `{"method":"${method}","params":["${long}",}`
    const parsed = { status: 200, text: expect.stringContaining('Parse error') as unknown }
    const chunked = { 'Transfer-Encoding': 'chunked' }

    test.each(['POST', 'GET'])('reads a %s of a method that takes sets', async (method) => {
      const body = request('import_outputs')
      const headers = { 'Content-Length': `${body.length}` }
      expect(await ask(port, { method, body, headers })).toMatchObject(parsed)
    })

    test.each([
      ['another method', request('get_balance'), {}, 'at most 1048576 bytes for this method'],
      ['an unknown method', request('nothing'), {}, 'at most 1048576 bytes for this method'],
      [
        'a method after its params',
        `{"params":["${long}"],"method":"import_outputs"}`,
        {},
        '"method" in its first 1048576 bytes',
      ],
      ['a body without a length', request('import_outputs'), chunked, 'a Content-Length above'],
      [
        'the announcement of more than 100 MiB',
        '',
        { 'Content-Length': '104857601', Connection: 'close' },
        'at most 104857600 bytes',
      ],
    ])('error: 413 for %s, before it is parsed', async (_, body, headers, expected) => {
      const { status, text } = await ask(port, { body, headers })
      expect(status).toBe(413)
      expect(text).toContain(`Request is too large: expected ${expected}`)
    })

    test('error: 413 when a later member names another method', async () => {
      const body = `{"method":"import_outputs","params":{"a":"${long}"},"method":"echo"}`
      calls.length = 0
      expect((await ask(port, { body })).status).toBe(413)
      expect(calls).toEqual([])
    })
  })

  test.each([
    ['no origin', {}],
    ['its own origin', { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` }],
    ['a listed origin', { Origin: 'http://shop.example' }],
    ['a listed host', { Host: 'wallet.example' }],
    ['localhost', { Host: `localhost:${port}` }],
    ['a program that was given another name', { Host: 'wallet-rpc:18083' }],
  ])('answers %s', async (_, headers) => {
    expect((await ask(port, { body: echo, headers })).status).toBe(200)
  })

  test.each([
    ['another origin', { Origin: 'http://evil.example' }],
    ['an origin that hides', { Origin: 'null' }],
    ['a listed origin with another port', { Origin: 'http://shop.example:81' }],
    ['a rebound name', { Host: 'evil.example', 'User-Agent': 'Mozilla/5.0 (X11)' }],
    ['a rebound name with its own origin', { Host: 'evil.example', Origin: 'http://evil.example' }],
    ['a page that sends no origin', { 'User-Agent': 'Mozilla/5.0 (X11)' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('error: 403 for %s, and nothing runs', async (_, headers) => {
    calls.length = 0
    expect((await ask(port, { body: echo, headers })).status).toBe(403)
    expect(calls).toEqual([])
  })

  test('a listed page may read the answer, and send a preflight request', async () => {
    const headers = { Origin: 'http://shop.example' }
    const before = await ask(port, { method: 'OPTIONS', headers })
    expect(before.status).toBe(200)
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': 'http://shop.example',
      'access-control-allow-headers': 'Content-Type, Authorization, X-Requested-With',
      'access-control-allow-methods': 'POST, PUT, GET, OPTIONS',
      'access-control-expose-headers': 'www-authenticate',
    })
    const after = await ask(port, { body: echo, headers })
    expect(after.headers['access-control-allow-origin']).toBe('http://shop.example')
  })

  test('any page may send calls when * is listed', async () => {
    const open = await start({ ...loopback, origins: ['*'] })
    const { status, headers } = await ask(open, {
      body: echo,
      headers: { Origin: 'http://any.example' },
    })
    expect([status, headers['access-control-allow-origin']]).toEqual([200, 'http://any.example'])
  })

  test.each([
    ['/wallets/mine/json_rpc', 'mine'],
    ['/wallets/two%20words/json_rpc', 'two words'],
    ['/wallets/a%2Fb/json_rpc', 'a/b'],
  ])('%s uses the wallet %s', async (path, wallet) => {
    calls.length = 0
    expect((await ask(port, { path, body: echo })).status).toBe(200)
    expect(calls).toEqual([['echo', { a: 1 }, wallet]])
  })

  test.each([
    '/wallets',
    '/wallets/',
    '/wallets//json_rpc',
    '/wallets/%/json_rpc',
    '/wallets/a',
    '/wallets/a/openrpc.json',
    '/wallets/a/b/json_rpc',
  ])('error: there is no %s', async (path) => {
    calls.length = 0
    expect((await ask(port, { path, body: echo })).status).toBe(404)
    expect(calls).toEqual([])
  })

  test.each([
    ['/events', {}, {}],
    ['/events', { 'Last-Event-ID': '5/confirmed/x' }, { lastId: '5/confirmed/x' }],
    ['/wallets/mine/events', {}, { wallet: 'mine' }],
  ])('%s answers with events %o', async (path, headers, asked) => {
    expect(JSON.parse((await ask(port, { method: 'GET', path, headers })).text)).toEqual(asked)
  })

  test('answers with the OpenRPC document', async () => {
    const { headers, text } = await ask(port, { method: 'GET', path: '/openrpc.json' })
    expect(headers['content-type']).toBe('application/json')
    expect(text).toBe('{"openrpc":"1.3.2","most":18446744073709551616}')
  })

  test('requires a login with two headers, after 403 and before 404', async () => {
    const gate = new DigestGate({ username: 'a', password: 'b' }, systemRandom)
    const locked = await start(loopback, gate)
    calls.length = 0
    const { status, raw, text } = await ask(locked, { path: '/nowhere', body: echo })
    expect(status).toBe(401)
    expect(raw.filter((name) => name === 'WWW-authenticate')).toHaveLength(2)
    expect(text).toContain('401 Unauthorized')
    const foreign = { Origin: 'http://evil.example' }
    expect((await ask(locked, { body: echo, headers: foreign })).status).toBe(403)
    expect(calls).toEqual([])
  })
})
