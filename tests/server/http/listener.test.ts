import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { ConnectionCounts } from '../../../server/http/connection-counts.ts'
import { listen } from '../../../server/http/listener.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { fakeNode, fakeProxy } from '../../support/daemons/fake-upstream-node.ts'
import { ask } from '../../support/network/http-client.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A node that leaves every request open, and a proxy before it that listens. */
async function scene(answer: (request: IncomingMessage) => void) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{')
    answer(request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => (server.closeAllConnections(), server.close()))
  const node = undiciNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  opened.push(() => node.close())
  const app = fakeProxy(node, { access: { ip: '127.0.0.1', hosts: [], origins: [] } })
  const listening = await listen(app, '127.0.0.1', 0)
  return { url: `http://127.0.0.1:${listening.port}`, listening }
}

describe('a program that listens', () => {
  test('closes the connection to the node when the client disconnects', async () => {
    let closed = () => {}
    const nodeSawEnd = new Promise<void>((resolve) => (closed = resolve))
    const { url, listening } = await scene((request) => request.socket.once('close', closed))
    opened.push(() => listening.close())
    const caller = new AbortController()
    const answer = await fetch(`${url}/get_height`, { method: 'POST', signal: caller.signal })
    await answer.body!.getReader().read()
    caller.abort()
    await nodeSawEnd
  })

  test('an answer that the node cuts off fails at the client too', async () => {
    let cut = () => {}
    const { url, listening } = await scene(({ socket }) => (cut = () => socket.destroy()))
    opened.push(() => listening.close())
    const answer = await fetch(`${url}/get_height`, { method: 'POST' })
    expect(answer.status).toBe(200)
    cut()
    await expect(answer.text()).rejects.toThrow()
  })

  test('closes while a client still reads', async () => {
    const { url, listening } = await scene(() => {})
    const answer = await fetch(`${url}/get_height`, { method: 'POST' })
    const reading = answer.text().catch(() => 'cut')
    await listening.close()
    expect(await reading).toBe('cut')
  })

  test('refuses a body above the limit', async () => {
    const { url, listening } = await scene(() => {})
    opened.push(() => listening.close())
    const answer = await ask(`${url}/get_o_indexes.bin`, {
      method: 'POST',
      body: new Uint8Array(2_000_000),
    })
    expect(answer.status).toBe(413)
  })

  test.each(['disabled', 'autodetect', 'enabled'] as const)(
    'closes connections above the caps without an answer, with TLS %s',
    async (mode) => {
      const app = fakeProxy(fakeNode(), { access: { ip: '127.0.0.1', hosts: [], origins: [] } })
      const counts = new ConnectionCounts({ total: 3, perPrivateIp: 2, perPublicIp: 1 })
      const listening = await listen(app, '127.0.0.1', 0, { counts, tls: tlsOf({ mode }) })
      opened.push(() => listening.close())
      const open = async (localAddress: string) => {
        const socket = connect({ port: listening.port, host: '127.0.0.1', localAddress })
        opened.push(() => socket.destroy())
        await once(socket.resume(), 'connect')
        return socket
      }
      const own = [await open('127.0.0.2'), await open('127.0.0.2')]
      const third = await open('127.0.0.2')
      await once(third, 'close')
      expect(third.bytesRead).toBe(0)
      await open('127.0.0.3')
      await once(await open('127.0.0.4'), 'close')
      expect(listening.connections()).toBe(3)
      own[0]!.destroy()
      while (listening.connections() > 2) await new Promise((resolve) => setImmediate(resolve))
      await open('127.0.0.4')
      while (listening.connections() < 3) await new Promise((resolve) => setImmediate(resolve))
    },
  )
})
