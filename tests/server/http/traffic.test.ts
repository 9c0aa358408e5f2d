import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Traffic, type TrafficLimits } from '../../../server/http/traffic.ts'

type Answer = Parameters<Traffic['server']>[0]

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const patient = { mostBytes: 1 << 20, silenceMs: 60_000, msPerByte: 1 }

/** A server that answers with as many bytes as the path says, when the body is complete. */
async function scene(limits: Partial<TrafficLimits> = {}) {
  const traffic = new Traffic({ ...patient, ...limits })
  const started: string[] = []
  const answer: Answer = async (request, response) => {
    started.push(request.url!)
    request.resume()
    await once(request, 'end').catch(() => undefined)
    response.end('a'.repeat(Number(/\d+/.exec(request.url!)?.[0] ?? 0)))
  }
  const server = traffic.server(answer, { connectionsCheckingInterval: 100 })
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

/** The servers of `serve`. */
const servers: Server[] = []

/** The URL of a server that answers by `answer`. */
async function serve(traffic: Traffic, answer: Answer): Promise<string> {
  const server = traffic.server(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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

/** The clock of the regular check; connections keep the real one. */
function fakeClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
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
    const url = await serve(new Traffic(patient), (request, response) => {
      setImmediate(() => {
        // As Node reports that the connection was silent.
        servers.at(-1)!.emit('timeout', request.socket)
        response.end('late')
      })
    })
    const answer = await fetch(url)
    expect(await answer.text()).toBe('late')
  })

  test('disconnects a client that does not read its answer', async () => {
    fakeClock()
    const { open, traffic } = await scene({ mostBytes: 1 << 26, msPerByte: 0 })
    const socket = await open()
    socket.pause()
    socket.write(get('/30000000'))
    await until(() => traffic.bytes > 0)
    vi.advanceTimersByTime(50_000)
    expect(traffic.bytes).toBeGreaterThan(29_000_000)
    vi.advanceTimersByTime(20_000)
    expect(traffic.bytes).toBe(0)
  })

  test('a client that reads steadily gets a long answer, however slowly', async () => {
    fakeClock()
    const traffic = new Traffic({ mostBytes: 1 << 26, silenceMs: 30_000, msPerByte: 0.2 })
    const length = 300 * 65_536
    const url = await serve(traffic, async (_, response) => {
      for (let sent = 0; sent < length; sent += 65_536)
        if (!response.write(Buffer.alloc(65_536))) await once(response, 'drain')
      response.end()
    })
    const answer = await fetch(url)
    let read = 0
    for await (const piece of answer.body!) {
      read += (piece as Uint8Array).length
      vi.advanceTimersByTime(500)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(read).toBe(length)
  })

  test('disconnects a client that always reads something, but slower than the slowest rate', async () => {
    fakeClock()
    const traffic = new Traffic({ mostBytes: 1 << 27, silenceMs: 1_000_000, msPerByte: 0.2 })
    let connection: Socket
    const url = await serve(traffic, ({ socket }, response) => {
      connection = socket
      response.end(Buffer.alloc(60_000_000))
    })
    const answer = await fetch(url)
    // The system takes the first bytes at once.
    await new Promise((resolve) => setTimeout(resolve, 100))
    let taken = connection!.bytesWritten
    const readAll = async () => {
      for await (const _ of answer.body!) {
        await new Promise((resolve) => setImmediate(resolve))
        const further = connection.bytesWritten - taken
        taken += further
        vi.advanceTimersByTime(further * 0.4)
      }
    }
    await expect(readAll()).rejects.toThrow('terminated')
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

  test('an answer of several clients counts once, and each of them bears a part of it', async () => {
    // Longer than what the buffers of the system hold.
    const [sharedBytes, ownBytes] = [16_000_000, 8_000_000]
    const shared = Buffer.alloc(sharedBytes)
    const traffic = new Traffic({ ...patient, mostBytes: 28_000_000 })
    const url = await serve(traffic, ({ url: path }, response) => {
      response.end(path === '/shared' ? shared : Buffer.alloc(ownBytes))
    })
    const open = async (path: string, from: string) => {
      const socket = connect({ port: Number(new URL(url).port), localAddress: from })
      opened.push(() => socket.destroy())
      socket.on('error', () => {})
      socket.write(get(path))
      await once(socket, 'readable')
      return socket
    }
    const kept: Socket[] = []
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      kept.push(await open('/shared', from))
    expect(traffic.bytes).toBe(sharedBytes)
    kept.push(await open('/own', '127.0.0.5'))
    expect(traffic.bytes).toBe(sharedBytes + ownBytes)
    await closed(await open('/own', '127.0.0.6'))
    expect(traffic.bytes).toBe(sharedBytes + ownBytes)
    expect(kept.map((socket) => socket.closed)).not.toContain(true)
    for (const socket of kept.slice(0, 3)) socket.destroy()
    await until(() => traffic.bytes === ownBytes)
  })

  test('counts the requests in progress, in whatever order they end', async () => {
    const { open, traffic } = await scene()
    const sizes = [10_000, 20_000, 40_000, 80_000]
    const sockets = []
    for (const size of sizes) {
      const socket = await open()
      socket.write(post(size))
      sockets.push(socket)
    }
    await until(() => traffic.bytes === 150_000)
    let left = 150_000
    for (const at of [1, 3, 0, 2]) {
      sockets[at]!.write('a'.repeat(sizes[at]!))
      expect(await first(sockets[at]!)).toMatch(/^HTTP\/1.1 200/)
      left -= sizes[at]!
      await until(() => traffic.bytes === left)
    }
    expect(traffic.bytes).toBe(0)
  })

  test('of equal requests of a client, the newest makes room', async () => {
    const { open, traffic } = await scene({ mostBytes: 30_000 })
    const ended = await open()
    ended.write(post(5_000))
    await until(() => traffic.bytes === 5_000)
    const older = await open()
    older.write(post(12_000))
    await until(() => traffic.bytes === 17_000)
    const newer = await open()
    newer.write(post(12_000))
    await until(() => traffic.bytes === 29_000)
    // The last of the list takes the place of one that ended.
    ended.write('a'.repeat(5_000))
    await first(ended)
    await until(() => traffic.bytes === 24_000)
    const other = await open('127.0.0.3')
    other.write(post(10_000))
    await closed(newer)
    older.write('a'.repeat(12_000))
    expect(await first(older)).toMatch(/^HTTP\/1.1 200/)
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

  test('sends an answer above the limit when it is the only one', async () => {
    fakeClock()
    const { open, traffic, started } = await scene()
    const socket = await open()
    socket.pause()
    socket.write(get('/30000000'))
    await until(() => started.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    vi.advanceTimersByTime(5_000)
    expect(traffic.bytes).toBeGreaterThan(20_000_000)
    expect(socket.closed).toBe(false)
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

  test('reads few long requests of a client at once, and then those of another client', async () => {
    const { open, started } = await scene({ mostBytes: 1 << 26 })
    const senders: Socket[] = []
    for (let count = 0; count < 6; count++) senders.push(await open('127.0.0.2'))
    for (const sender of senders) sender.write(post(100_000))
    await until(() => started.length === 4)
    const other = await open('127.0.0.3')
    other.write(`${post(100_000)}${'a'.repeat(100_000)}`)
    expect(await first(other)).toMatch(/^HTTP\/1.1 200/)
    expect(started).toHaveLength(5)
    for (const sender of senders) sender.write('a'.repeat(100_000))
    await until(() => started.length === 7)
  })

  test('slow long requests keep their places only until others wait for them', async () => {
    fakeClock()
    const { open, started } = await scene({ mostBytes: 1 << 26, silenceMs: 3_600_000 })
    const slow: Socket[] = []
    for (const from of ['2', '2', '2', '2', '3', '3', '4', '5']) {
      const sender = await open(`127.0.0.${from}`)
      sender.write(post(100_000))
      slow.push(sender)
      await until(() => started.length === slow.length)
    }
    vi.advanceTimersByTime(20_000)
    expect(slow.map(({ destroyed }) => destroyed)).not.toContain(true)
    const other = await open('127.0.0.6')
    other.write(`${post(100_000)}${'a'.repeat(100_000)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(started).toHaveLength(slow.length)
    vi.advanceTimersByTime(1_000)
    expect(await first(other)).toMatch(/^HTTP\/1.1 200/)
  })

  test('a client that disconnects ends its long requests', async () => {
    const { open, started, traffic } = await scene({ mostBytes: 1 << 26 })
    for (let count = 0; count < 12; count++) {
      const socket = await open()
      socket.write(post(100_000))
      await until(() => started.length === count + 1)
      socket.destroy()
      await until(() => traffic.bytes === 0)
    }
  })
})
