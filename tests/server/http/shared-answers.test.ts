/** Slow clients that receive long answers: one answer for all of them, or each its own. */
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { binaryReply } from '../../../proxy/replies.ts'
import { listen } from '../../../server/http/listener.ts'
import { Traffic, trafficLimits } from '../../../server/http/traffic.ts'
import { count } from '../../support/random/case-counts.ts'

const MiB = 1024 * 1024
const answerBytes = 8 * MiB
const mostBytes = 20 * MiB
/** With a copy for each client: 0.8 GB in memory at once. */
const clients = count(100, 400)

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

type Mode = 'enabled' | 'disabled'

/** A server whose answers `body` makes. */
async function scene(mode: Mode, body: () => Uint8Array) {
  const traffic = new Traffic({ ...trafficLimits, mostBytes })
  const app = new Hono().get('/', () => binaryReply(body()))
  const listening = await listen(app, '127.0.0.1', 0, { traffic, tls: tlsOf({ mode }) })
  opened.push(() => listening.close())
  const open = async (from = '127.0.0.1') => {
    const at = { port: listening.port, host: '127.0.0.1', localAddress: from }
    const socket =
      mode === 'enabled' ? connectTls({ ...at, rejectUnauthorized: false }) : connectTcp(at)
    socket.on('error', () => {})
    opened.push(() => socket.destroy())
    await once(socket, mode === 'enabled' ? 'secureConnect' : 'connect')
    return socket
  }
  return { traffic, open }
}

/** Sends a request, and reads the first bytes of the answer only. */
async function begin(socket: Socket): Promise<Buffer> {
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return first
}

/** Reads the rest. @returns The body as far as it came. */
async function rest(socket: Socket, first: Buffer): Promise<Buffer> {
  const pieces = [first]
  socket.on('data', (piece: Buffer) => pieces.push(piece)).resume()
  if (!socket.closed) await once(socket, 'close')
  const all = Buffer.concat(pieces)
  return all.subarray(all.indexOf('\r\n\r\n') + 4)
}

describe.each<Mode>(['disabled', 'enabled'])('with TLS %s', (mode) => {
  test('all slow clients of one answer receive it, and it is in memory once', async () => {
    const body = new Uint8Array(answerBytes).map((_, at) => at * at)
    const { traffic, open } = await scene(mode, () => body)
    const before = process.memoryUsage().rss
    const readers: { socket: Socket; first: Buffer }[] = []
    for (let client = 0; client < clients; client++) {
      const socket = await open()
      readers.push({ socket, first: await begin(socket) })
    }
    expect(traffic.bytes).toBeGreaterThanOrEqual(answerBytes)
    expect(traffic.bytes).toBeLessThan(mostBytes)
    expect(process.memoryUsage().rss - before).toBeLessThan(clients * MiB)
    for (const { socket, first } of readers)
      expect((await rest(socket, first)).equals(body)).toBe(true)
    await expect.poll(() => traffic.bytes).toBe(0)
  })

  test('answers of their own are in memory up to the limit', async () => {
    const { traffic, open } = await scene(mode, () => new Uint8Array(answerBytes))
    const sockets: Socket[] = []
    for (let client = 1; client <= 8; client++) {
      const socket = await open(`127.0.0.${client}`)
      await begin(socket)
      sockets.push(socket)
      expect(traffic.bytes).toBeLessThan(mostBytes)
    }
    const left = await Promise.all(
      sockets.map(async (socket) => rest(socket, Buffer.from('\r\n\r\n'))),
    )
    expect(left.filter(({ length }) => length > answerBytes / 2)).toHaveLength(2)
  })
})
