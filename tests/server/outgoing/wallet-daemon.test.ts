import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { tlsOf } from '#protocol/network/tls.ts'
import { daemonConnection, feedConnection } from '../../../server/outgoing/wallet-daemon.ts'
import type { DaemonAddress } from '../../../worker/engine/base/ports.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { startSocksProxy } from '../../support/network/socks-proxy.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

/** A wallet of a program that was started with this `--proxy`. */
async function walletBehind(proxy: string | undefined) {
  const own = proxy === undefined ? undefined : socksProxyOf(proxy)!
  const connect = daemonConnection(own, () => {})
  const service = await testService({}, { connect, hasProxy: own !== undefined })
  const wallet = await testWallet({}, service)
  const set = (params: object) => dispatch(service, 'set_daemon', params)
  return { wallet, set }
}

const elsewhere = { address: 'daemon.example:18081', trusted: true }

test('error: set_daemon takes no proxy when the program has one', async () => {
  const { wallet, set } = await walletBehind('127.0.0.1:9050')
  await set(elsewhere)
  const before = wallet.daemonAddress
  // Whatever else is wrong. @see monero src/wallet/wallet_rpc_server.cpp on_set_daemon
  for (const wrong of [{}, { ssl_support: 'sometimes' }, { ssl_allowed_fingerprints: ['xy'] }])
    expect(await set({ address: 'another.example:1', proxy: '127.0.0.1:9051', ...wrong })).toEqual({
      error: {
        code: -49,
        message: 'It is not possible to set daemon specific proxy when --proxy is defined.',
      },
    })
  expect(before).toMatchObject({ address: 'daemon.example:18081' })
  expect(wallet.daemonAddress).toBe(before)
})

test('set_daemon takes a proxy when the program has none', async () => {
  const { wallet, set } = await walletBehind(undefined)
  expect(await set({ ...elsewhere, proxy: '127.0.0.1:9051' })).toEqual({ result: {} })
  expect(wallet.daemonAddress?.proxy).toEqual(socksProxyOf('127.0.0.1:9051'))
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The wallet's connection to a server on this machine. */
async function connectTo(answer: Answer, login: Partial<DaemonAddress> = {}) {
  const sockets: Socket[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url!)
    request.resume().on('end', () => answer(request, response))
  })
  server.on('connection', (socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const tls = tlsOf({ mode: 'disabled' })
  const daemon = daemonConnection(undefined, () => {})({ address, trusted: true, tls, ...login })
  onTestFinished(() => {
    daemon.close()
    server.closeAllConnections()
    server.close()
  })
  return { daemon, paths, sockets }
}

const height = JSON.stringify({ status: 'OK', untrusted: false, height: 7, hash: 'ab' })

describe('a daemon over the client of the programs', () => {
  test('receives the request again if it drops the connection before or during its answer', async () => {
    for (const drop of [
      ({ socket }: IncomingMessage) => socket.destroy(),
      ({ socket }: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{')
        setTimeout(() => socket.destroy(), 20)
      },
    ]) {
      let isFirst = true
      const { daemon, paths } = await connectTo((request, response) => {
        if (isFirst) drop(request, response)
        else response.end(height)
        isFirst = false
      })
      expect(await daemon.json.get_height({})).toMatchObject({ height: 7n })
      expect(paths).toEqual(['/getheight', '/getheight'])
    }
  })

  test('error: a transaction is not sent again', async () => {
    const { daemon, paths } = await connectTo(({ socket }) => socket.destroy())
    const sent = daemon.json.send_raw_transaction({ tx_as_hex: '00' })
    await expect(sent).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'the daemon was not reached',
    })
    expect(paths).toHaveLength(1)
  })

  // As monerod: each challenge belongs to its connection, and replaces the one before.
  test('answers login challenges on their own connection, even for concurrent calls', async () => {
    const nonces = new Map<Socket, string>()
    let issued = 0
    const { daemon, sockets } = await connectTo(
      ({ socket, headers }, response) => {
        const nonce = nonces.get(socket)
        if (nonce && headers.authorization?.includes(`nonce="${nonce}"`))
          return void response.end(height)
        nonces.set(socket, `n${++issued}`)
        const fields = `qop="auth",algorithm=MD5,realm="monero-rpc",nonce="n${issued}",stale=false`
        const refusal = { 'www-authenticate': `Digest ${fields}` }
        response.writeHead(401, refusal).end('x'.repeat(50_000))
      },
      { username: 'me', password: 'secret' },
    )
    const ask = () => daemon.json.get_height({})
    for (const answer of [await ask(), ...(await Promise.all([ask(), ask(), ask()])), await ask()])
      expect(answer).toMatchObject({ height: 7n })
    expect([issued, sockets.length]).toEqual([1, 1])
  })

  test('answers a call behind a login while blocks arrive, over a connection of its own', async () => {
    const nonces = new Map<Socket, string>()
    let endDownload = () => {}
    const { daemon, sockets } = await connectTo(
      ({ socket, headers, url }, response) => {
        const nonce = nonces.get(socket)
        if (!nonce || !headers.authorization?.includes(`nonce="${nonce}"`)) {
          nonces.set(socket, `n${nonces.size}`)
          const fields = `qop="auth",algorithm=MD5,realm="monero-rpc",nonce="${nonces.get(socket)}"`
          response.writeHead(401, { 'www-authenticate': `Digest ${fields}` }).end('refused')
        } else if (url === '/getblocks.bin') {
          response.write('begun')
          endDownload = () => void response.end()
        } else response.end(height)
      },
      { username: 'me', password: 'secret' },
    )
    const blocks = await daemon.blocksArriving({ block_ids: [], start_height: 5n, prune: true })
    expect(await daemon.json.get_height({})).toMatchObject({ height: 7n })
    endDownload()
    expect(Buffer.from((await blocks.read())!).toString()).toBe('begun')
    expect(await blocks.read()).toBeUndefined()
    expect(sockets).toHaveLength(2)
  })

  test.each([
    ['a refusal', 503, {}, 'the daemon answered HTTP 503'],
    ['no content', 204, {}, 'the daemon answered HTTP 204'],
    ['a status above all others', 999, {}, 'the daemon answered HTTP 999'],
    ['a redirect', 302, { location: '/get_info' }, 'the daemon was not reached'],
  ])('error: it answers with %s', async (_, status, headers, message) => {
    const { daemon, paths } = await connectTo((__, response) =>
      response.writeHead(status, headers).end(),
    )
    await expect(daemon.json.get_height({})).rejects.toMatchObject({
      name: 'ConnectionError',
      message,
    })
    expect(new Set(paths)).toEqual(new Set(['/getheight']))
  })

  test('error: the connection is closed before and during an answer', async () => {
    for (const answer of [
      () => {},
      (_: unknown, response: ServerResponse) => response.write('{'),
    ]) {
      const { daemon, paths } = await connectTo(
        (request, response) => void answer(request, response),
      )
      const asked = expect(daemon.json.get_height({})).rejects.toThrow('closed')
      await expect.poll(() => paths.length).toBe(1)
      setTimeout(() => daemon.close(), 20)
      await asked
      expect(paths).toHaveLength(1)
    }
  })

  test('error: no daemon is set', async () => {
    const daemon = daemonConnection(undefined, () => {})({ address: '', trusted: true })
    await expect(daemon.json.get_height({})).rejects.toThrow('the daemon was not reached')
    daemon.close()
  })
})

describe('through a SOCKS proxy', () => {
  /** Calls of two blocks each side of two payments; the user names of their connections. */
  async function usersOf(scheme: string, login: Partial<DaemonAddress> = {}) {
    const socks = await startSocksProxy()
    onTestFinished(socks.stop)
    const proxy = socksProxyOf(`${scheme}${socks.address}`)!
    const { daemon } = await connectTo(
      ({ url }, response) =>
        void response.end(url === '/sendrawtransaction' ? '{"status":"OK"}' : height),
      { proxy, ...login },
    )
    await daemon.json.get_height({})
    await daemon.json.send_raw_transaction({ tx_as_hex: '00' })
    await daemon.json.send_raw_transaction({ tx_as_hex: '01' })
    await daemon.json.get_height({})
    return socks.users
  }

  test.each(['socks5://', 'socks4a://'])(
    'each transaction has a circuit of its own, over %s',
    async (scheme) => {
      const users = await usersOf(scheme)
      const sent = users.filter((user) => user !== 'sync')
      expect(users).toContain('sync')
      expect(sent).toEqual([
        expect.stringMatching(/^send-[0-9a-f]{16}$/),
        expect.stringMatching(/^send-[0-9a-f]{16}$/),
      ])
      expect(new Set(sent).size).toBe(2)
    },
  )

  test('the login of the proxy is used for every connection', async () => {
    expect(new Set(await usersOf('socks5://me:secret@'))).toEqual(new Set(['me']))
  })

  // A challenge of the daemon is valid for one connection.
  test('a login of the daemon keeps one circuit', async () => {
    const users = await usersOf('socks5://', { username: 'me', password: 'secret' })
    expect(new Set(users)).toEqual(new Set(['sync']))
  })
})

describe('a second server with a scan feed', () => {
  /** A server with an index, and the paths that it was asked for. */
  async function startServer() {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`)
      if (request.url === '/static/feed/v1/index.json') response.end('{}')
      else if (request.url === '/static/feed/v1/lists/moved')
        response.writeHead(302, { location: '/static/feed/v1/index.json' }).end()
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/static`, paths }
  }

  test('is asked for files below its address; no redirect is followed', async () => {
    const { address, paths } = await startServer()
    const feed = feedConnection(undefined)(address)
    expect(feed.name).toBe(address)
    expect(await feed.file('index.json')).toEqual(new TextEncoder().encode('{}'))
    expect(await feed.file('lists/none')).toBeUndefined()
    expect(await feed.file('lists/moved')).toBeUndefined()
    expect(paths).toEqual([
      'GET /static/feed/v1/index.json',
      'GET /static/feed/v1/lists/none',
      'GET /static/feed/v1/lists/moved',
    ])
  })

  test('is reached through the SOCKS proxy, by a circuit of its own', async () => {
    const { address } = await startServer()
    const socks = await startSocksProxy()
    onTestFinished(socks.stop)
    const feed = feedConnection(socksProxyOf(`socks5://${socks.address}`)!)(address)
    expect(await feed.file('index.json')).toEqual(new TextEncoder().encode('{}'))
    expect(socks.users).toEqual(['compare'])
  })
})
