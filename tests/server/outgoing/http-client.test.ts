import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { connectorOf } from '../../../server/outgoing/connector.ts'
import {
  fileClient,
  httpClient,
  webStream,
  type ClientOptions,
} from '../../../server/outgoing/http-client.ts'
import { startRequestRecorder } from '../../support/network/request-recorder.ts'
import { test } from '../../support/programs/test.ts'

const opened: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function start(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connect = connectorOf({ tls: tlsOf({ mode: 'disabled' }) })
  const client = httpClient({ connect, ...options })
  opened.push(client, { close: () => (server.closeAllConnections(), server.close()) })
  const { port } = server.address() as AddressInfo
  const post = async (
    path = '/',
    more: { signal?: AbortSignal } = {},
    at = `127.0.0.1:${port}`,
  ) => {
    const body = new TextEncoder().encode('{}')
    const headers = { 'Content-Type': 'a/b', Authorization: 'Digest' }
    const answer = await client.post(`http://${at}${path}`, { headers, body, ...more })
    return { ...answer, text: () => new Response(webStream(answer.body)).text() }
  }
  return { port, client, post, sockets }
}

test('posts the body with only its headers, in the spelling of wallet2', async () => {
  const { port, client, post } = await start((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(418, { 'www-authenticate': ['one', 'two'] }).end('no')
    })
  })
  const recorder = await startRequestRecorder(`127.0.0.1:${port}`)
  const answer = await post('/monero/json_rpc?a=b', {}, recorder.address)
  expect([answer.status, answer.headers['www-authenticate'], await answer.text()]).toEqual([
    418,
    ['one', 'two'],
    'no',
  ])
  await client.post(`http://${recorder.address}/x`, { headers: {}, body: new Uint8Array() })
  expect(recorder.requests.map(({ head, body }) => [...head, body.toString()])).toEqual([
    [
      'POST /monero/json_rpc?a=b HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Length: 2',
      'Content-Type: a/b',
      'Authorization: Digest',
      '{}',
    ],
    ['POST /x HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 0', ''],
  ])
})

test('keeps one connection for requests that follow each other', async () => {
  const { post, sockets } = await start((_, response) => response.end('ok'))
  for (let i = 0; i < 3; i++) expect(await (await post()).text()).toBe('ok')
  // A second connection may open if a request starts before the last answer was finished.
  expect(sockets.length).toBeLessThanOrEqual(2)
})

test('makes a connection for each request without pipelining', async () => {
  const { post, sockets } = await start((_, response) => response.end('ok'), { pipelining: 0 })
  for (let i = 0; i < 3; i++) expect(await (await post()).text()).toBe('ok')
  expect(sockets).toHaveLength(3)
})

test('waits for a free connection above the limit', async () => {
  const waiting: (() => void)[] = []
  const { post, sockets } = await start((_, response) => waiting.push(() => response.end('ok')), {
    connections: 2,
  })
  const answers = Promise.all([post(), post(), post()])
  await expect.poll(() => waiting.length).toBe(2)
  waiting.splice(0).forEach((end) => end())
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!()
  for (const answer of await answers) expect(await answer.text()).toBe('ok')
  expect(sockets).toHaveLength(2)
})

test('follows no redirect', async () => {
  const paths: string[] = []
  const { post } = await start((request, response) => {
    paths.push(request.url!)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect((await post('/here')).status).toBe(302)
  expect(paths).toEqual(['/here'])
})

test('error: a signal ends an answer that is being read', async () => {
  const { post } = await start((_, response) => void response.write('first'))
  const controller = new AbortController()
  const answer = await post('/', { signal: controller.signal })
  const text = answer.text()
  controller.abort()
  await expect(text).rejects.toMatchObject({ name: 'AbortError' })
})

test('error: the answer does not begin in time', async () => {
  const { post } = await start(() => {}, { headersTimeout: 100 })
  await expect(post()).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
})

test('error: the answer stops in the middle', async () => {
  const { post } = await start((_, response) => void response.write('first'), { bodyTimeout: 100 })
  const answer = await post()
  await expect(answer.text()).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' })
})

test('error: a URL with credentials, or none', async () => {
  const { client } = await start(() => {})
  const request = { headers: {}, body: new Uint8Array() }
  await expect(client.post('http://me:secret@127.0.0.1/', request)).rejects.toThrow(
    'the URL includes credentials',
  )
  await expect(client.post('/json_rpc', request)).rejects.toThrow('Invalid URL')
})

test('error: it is closed', async () => {
  const { client, post } = await start(() => {})
  const pending = post()
  const ended = expect(pending).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
  await client.close()
  await ended
})

test('requests a file, or a part of it, and says which part came', async () => {
  const { port } = await start((request, response) => {
    const { range } = request.headers
    response.writeHead(range ? 206 : 200, range ? { 'content-range': 'bytes 1-2/4' } : {})
    response.end(range ?? 'whole')
  })
  const files = fileClient({ connect: connectorOf({ tls: tlsOf({ mode: 'disabled' }) }) })
  opened.push(files)
  const url = `http://127.0.0.1:${port}/feed/v1/index.json`
  const whole = await files.fetch(url, {})
  expect([whole.status, whole.headers.get('content-range')]).toEqual([200, null])
  expect(await new Response(whole.body).text()).toBe('whole')
  const part = await files.fetch(url, { headers: { range: 'bytes=1-2' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1-2/4'])
  expect(await new Response(part.body).text()).toBe('bytes=1-2')
})
