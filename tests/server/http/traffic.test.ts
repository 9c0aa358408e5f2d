import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { Traffic, type TrafficLimits } from '../../../server/http/traffic.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const patient = { mostBytes: 1 << 20, silenceMs: 60_000, msPerByte: 1 }

/** A server that answers with as many bytes as the path says, when the body is complete. */
async function scene(limits: Partial<TrafficLimits> = {}) {
  const traffic = new Traffic({ ...patient, ...limits })
  const started: string[] = []
  const server = createServer({ connectionsCheckingInterval: 100 })
  traffic.bound(server, async (request, response) => {
    started.push(request.url!)
    request.resume()
    await once(request, 'end').catch(() => undefined)
    response.end('a'.repeat(Number(/\d+/.exec(request.url!)?.[0] ?? 0)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => (server.closeAllConnections(), server.close()))
  const { port } = server.address() as AddressInfo
  /** @param from - A loopback address: another one is another client. */
  const open = async (from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    opened.push(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { traffic, open, started }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
/** Resolves when nothing more comes. */
async function closed(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString()))
  if (!socket.closed) await once(socket, 'close')
  return text
}
async function first(socket: Socket): Promise<string> {
  const [piece] = (await once(socket, 'data')) as [Buffer]
  return piece.toString()
}
async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('Traffic', () => {
  test('disconnects a client that sends no request', async () => {
    const { open } = await scene({ silenceMs: 100 })
    await closed(await open())
  })

  test('disconnects a client that stops in the middle of a body', async () => {
    const { open, traffic } = await scene({ silenceMs: 100 })
    const socket = await open()
    socket.write(`${post(1000)}abc`)
    await closed(socket)
    await until(() => traffic.bytes === 0)
  })

  test('disconnects a client that sends slower than the slowest rate', async () => {
    const { open } = await scene({ silenceMs: 1000, msPerByte: 0.1 })
    const socket = await open()
    socket.write(post(1_000_000))
    const timer = setInterval(() => socket.write('a'), 50)
    opened.push(() => clearInterval(timer))
    await closed(socket)
  })

  test('a client that waits for its answer stays connected', async () => {
    const traffic = new Traffic({ ...patient, silenceMs: 100 })
    const server = createServer()
    traffic.bound(server, async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      response.end('late')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.push(() => (server.closeAllConnections(), server.close()))
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(await answer.text()).toBe('late')
  })

  test('disconnects a client that does not read its answer', async () => {
    const { open, traffic } = await scene({ mostBytes: 1 << 26, silenceMs: 300, msPerByte: 0 })
    const socket = await open()
    socket.pause()
    socket.write(get('/30000000'))
    await until(() => traffic.bytes > 0)
    await until(() => traffic.bytes === 0)
  })

  test('a client that reads steadily gets a long answer, however slowly', async () => {
    const traffic = new Traffic({ ...patient, mostBytes: 1 << 26, silenceMs: 500, msPerByte: 0 })
    const pieces = 300
    const server = createServer()
    traffic.bound(server, async (_, response) => {
      for (let piece = 0; piece < pieces; piece++)
        if (!response.write(Buffer.alloc(65_536))) await once(response, 'drain')
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.push(() => (server.closeAllConnections(), server.close()))
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    let length = 0
    for await (const piece of answer.body!) {
      length += (piece as Uint8Array).length
      if (length < pieces * 60_000) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(length).toBe(pieces * 65_536)
  })

  test('the client with the most bytes makes room for others', async () => {
    const { open, traffic } = await scene()
    const large = await open('127.0.0.2')
    large.write(post(900_000))
    await until(() => traffic.bytes === 900_000)
    const small = await open('127.0.0.3')
    small.write(`${post(200_000)}${'a'.repeat(200_000)}`)
    expect(await first(small)).toMatch(/^HTTP\/1.1 200/)
    await closed(large)
  })

  test('refuses the request that would hold the most', async () => {
    const { open, traffic } = await scene()
    const small = await open('127.0.0.2')
    small.write(post(200_000))
    await until(() => traffic.bytes === 200_000)
    const large = await open('127.0.0.3')
    large.write(post(900_000))
    expect(await first(large)).toMatch(/^HTTP\/1.1 503 [^]*expected fewer, try again later/)
    small.write('a'.repeat(200_000))
    expect(await first(small)).toMatch(/^HTTP\/1.1 200/)
  })

  test('accepts a request above the limit when it is the only one', async () => {
    const { open } = await scene()
    const socket = await open()
    socket.write(`${post(2_000_000)}${'a'.repeat(2_000_000)}`)
    expect(await first(socket)).toMatch(/^HTTP\/1.1 200/)
  })

  test('a body without a length counts too', async () => {
    const { open, traffic } = await scene()
    const socket = await open()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    await until(() => traffic.bytes === 1 << 20)
    socket.write('0\r\n\r\n')
    expect(await first(socket)).toMatch(/^HTTP\/1.1 200/)
    await until(() => traffic.bytes === 0)
  })

  test('the requests of a connection run one after another', async () => {
    const { open, started } = await scene({ mostBytes: 1 << 26 })
    const socket = await open()
    socket.pause()
    socket.write(get('/30000000') + get('/1') + get('/2'))
    await until(() => started.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(started).toEqual(['/30000000'])
    socket.resume()
    await until(() => started.length === 3)
  })

  test('disconnects a client with too many requests at once', async () => {
    const { open, started } = await scene()
    const socket = await open()
    socket.write(get('/1').repeat(1000))
    await closed(socket)
    expect(started.length).toBeLessThan(20)
  })
})
