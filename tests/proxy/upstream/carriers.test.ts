import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { UpstreamRequest, UpstreamNode } from '../../../proxy/upstream/node.ts'
import { fetchNode } from '../../../proxy/upstream/fetch.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { freePort } from '../../support/network/free-port.ts'

const ask: UpstreamRequest = {
  path: '/get_height',
  body: new TextEncoder().encode('{}'),
  contentType: 'application/json',
  once: false,
}
const long = 60_000
const limits = {
  connectMs: long,
  answerMs: long,
  pieceMs: long,
  takenMs: long,
  contendedMs: long,
}
// For answers that never arrive, even on a busy machine.
const short = 400
const opened: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function serve(listener: RequestListener) {
  const server: Server = createServer(listener)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({ close: () => (server.closeAllConnections(), server.close()) })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}
const open = <T extends UpstreamNode>(node: T) => (opened.push(node), node)
const text = async (node: UpstreamNode, more: Partial<UpstreamRequest> = {}) =>
  new Response((await node.ask({ ...ask, ...more })).body).text()

describe.each([
  ['undici', (url: string, answerMs = long) => open(undiciNode(url, { ...limits, answerMs }))],
  ['fetch', (url: string, answerMs = long) => open(fetchNode(url, answerMs))],
])('a node over %s', (carrier, nodeAt) => {
  test('sends the body and returns status and body', async () => {
    const received: string[] = []
    const { url } = await serve((request, response) => {
      request.on('data', (piece) => received.push(`${request.method} ${request.url} ${piece}`))
      response.writeHead(400).end('no')
    })
    const answer = await nodeAt(url).ask(ask)
    expect(answer.status).toBe(400)
    expect(await new Response(answer.body).text()).toBe('no')
    expect(received).toEqual(['POST /get_height {}'])
  })

  test('resolves when the answer begins', async () => {
    let end = () => {}
    const { url } = await serve((_, response) => {
      response.write('first')
      end = () => response.end('last')
    })
    const { body } = await nodeAt(url).ask(ask)
    const reader = body.getReader()
    const first = await reader.read()
    expect(new TextDecoder().decode(first.value)).toBe('first')
    end()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('last')
  })

  test('error: the node times out', async () => {
    const { url } = await serve(() => {})
    await expect(nodeAt(url, short).ask(ask)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('error: no node listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    await expect(nodeAt(url).ask(ask)).rejects.toMatchObject({
      reason: carrier === 'undici' ? 'unsent' : 'lost',
    })
  })

  test('error: the caller aborts', async () => {
    const { url } = await serve(() => {})
    const signal = AbortSignal.timeout(50)
    await expect(nodeAt(url).ask({ ...ask, signal })).rejects.toMatchObject({ reason: 'lost' })
  })
})

describe('a node over undici', () => {
  test('keeps its connections', async () => {
    const { url, sockets } = await serve((_, response) => response.end('ok'))
    const node = open(undiciNode(url, limits))
    for (let i = 0; i < 10; i++) await text(node)
    // One connection, or two if a request starts before the last answer was finished.
    expect(sockets.length).toBeLessThanOrEqual(2)
  })

  test('sends a request again if the node closed the idle connection', async () => {
    let calls = 0
    const { url, sockets } = await serve((request, response) => {
      if (++calls === 2) request.socket.destroy()
      else response.end('ok')
    })
    const node = open(undiciNode(url, limits))
    expect([await text(node), await text(node)]).toEqual(['ok', 'ok'])
    expect(sockets.length).toBeGreaterThanOrEqual(2)
    expect(calls).toBe(3)
  })

  test('a request with an effect has a connection of its own', async () => {
    const { url, sockets } = await serve((_, response) => response.end('ok'))
    const node = open(undiciNode(url, limits))
    await text(node)
    for (let i = 0; i < 3; i++) expect(await text(node, { once: true })).toBe('ok')
    expect(sockets).toHaveLength(4)
  })

  test('error: a request with an effect is not sent again', async () => {
    let calls = 0
    const { url } = await serve((request) => {
      calls++
      request.socket.destroy()
    })
    const node = open(undiciNode(url, limits))
    await expect(node.ask({ ...ask, once: true })).rejects.toMatchObject({ reason: 'stale' })
    expect(calls).toBe(1)
  })

  test('error: it closes every connection', async () => {
    let calls = 0
    const { url } = await serve((request) => {
      calls++
      request.socket.destroy()
    })
    await expect(open(undiciNode(url, limits)).ask(ask)).rejects.toMatchObject({ reason: 'stale' })
    expect(calls).toBe(2)
  })

  test('error: the node has no TLS', async () => {
    const { url } = await serve((_, response) => response.end('ok'))
    const node = open(undiciNode(url.replace('http:', 'https:'), limits))
    await expect(node.ask(ask)).rejects.toMatchObject({ reason: 'unsent' })
  })

  test('error: the answer ends early', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
    })
    const node = open(undiciNode(url, { ...limits, pieceMs: short }))
    await expect(text(node)).rejects.toThrow()
  })
  const large = Buffer.alloc(16 * 1024 * 1024, 'x')

  test('error: a client that does not read the answer is disconnected', async () => {
    let isClosed = false
    const { url } = await serve((request, response) => {
      request.socket.once('close', () => (isClosed = true))
      response.end(large)
    })
    const { body } = await open(undiciNode(url, { ...limits, takenMs: short })).ask(ask)
    const reader = body.getReader()
    await reader.read()
    await expect.poll(() => isClosed).toBe(true)
    const readOn = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readOn()).rejects.toMatchObject({ reason: 'lost' })
  })

  const longCall = { ...ask, path: '/long', longAnswer: true }
  const serveLong = () =>
    serve((request, response) => response.end(request.url === '/long' ? large : 'ok'))

  test('a client that reads nothing of many answers leaves connections for others', async () => {
    const { url } = await serveLong()
    const node = open(undiciNode(url, limits))
    const unread = Array.from({ length: 40 }, () =>
      node.ask({ ...longCall, client: 'a' }).catch(() => undefined),
    )
    await Promise.all(unread.slice(0, 6))
    for (const client of ['b', 'c'])
      expect(await text(node, { client, longAnswer: true })).toBe('ok')
  })

  test('short answers do not wait for long ones', async () => {
    const { url } = await serveLong()
    const node = open(undiciNode(url, limits))
    const unread = Array.from({ length: 40 }, (_, index) =>
      node.ask({ ...longCall, client: `a${index}` }).catch(() => undefined),
    )
    await Promise.all(unread.slice(0, 4))
    for (const client of ['a0', 'b']) expect(await text(node, { client })).toBe('ok')
  })

  test('clients that read nothing are disconnected sooner while another request waits', async () => {
    const { url } = await serveLong()
    const node = open(undiciNode(url, { ...limits, contendedMs: short }))
    const unread = Array.from({ length: 40 }, (_, index) =>
      node.ask({ ...longCall, client: `a${index}` }).catch(() => undefined),
    )
    await Promise.all(unread.slice(0, 4))
    expect(await text(node, { client: 'b', longAnswer: true })).toBe('ok')
  })

  test('error: the caller aborts while all connections of its share are in use', async () => {
    const { url } = await serve(() => {})
    const node = open(undiciNode(url, limits))
    const running = Array.from({ length: 4 }, () => node.ask(ask).catch(() => undefined))
    const signal = AbortSignal.timeout(50)
    await expect(node.ask({ ...ask, signal })).rejects.toMatchObject({ reason: 'lost' })
    await node.close()
    await Promise.all(running)
  })

  test('an answer that is read slowly, for longer than a piece may wait, arrives whole', async () => {
    const { url } = await serve((_, response) => void response.end(large))
    const { body } = await open(undiciNode(url, { ...limits, takenMs: short })).ask(ask)
    const startedMs = performance.now()
    let length = 0
    for await (const piece of body) {
      length += piece.length
      if (performance.now() - startedMs < 3 * short) await sleep(short / 20)
    }
    expect(length).toBe(large.length)
    expect(performance.now() - startedMs).toBeGreaterThan(2 * short)
  })
})
