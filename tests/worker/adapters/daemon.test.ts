import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import {
  baseUrl,
  connectDaemon,
  proxiedUrl,
  type ConnectOptions,
} from '../../../worker/adapters/daemon.ts'
import type { DaemonAddress } from '../../../worker/engine/base/ports.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** A server with the given answers; it records its requests. */
async function serve(answer: Answer) {
  const requests: { path: string; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      requests.push({ path: request.url!, body: Buffer.concat(pieces) })
      answer(request, response, Buffer.concat(pieces))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => (server.closeAllConnections(), server.close()))
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server }
}

const json =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

async function connect(
  answer: Answer,
  options: ConnectOptions = {},
  login: Partial<DaemonAddress> = {},
) {
  const { address, ...server } = await serve(answer)
  const daemon = connectDaemon({ address, trusted: true, ...login }, options)
  closers.push(() => daemon.close())
  return { daemon, address, ...server }
}

/** An answer to get_blocks without blocks. */
const noBlocks = () =>
  epeeFrom(bin.get_blocks.result, { status: 'OK', start_height: 5n, current_height: 6n })

const height = { status: 'OK', untrusted: false, height: 7, hash: 'ab' }
const blocks = { block_ids: [], start_height: 5n }

describe('a daemon', () => {
  test('receives JSON, JSON-RPC and portable storage requests at their paths', async () => {
    const { daemon, requests } = await connect((request, response) => {
      if (request.url === '/json_rpc')
        response.end('{"jsonrpc":"2.0","id":"0","result":{"status":"OK","count":9}}')
      else if (request.url === '/getheight') response.end(JSON.stringify(height))
      else response.end(noBlocks())
    })
    expect(await daemon.json.get_height({})).toMatchObject({ height: 7n })
    expect(await daemon.rpc.get_block_count({})).toMatchObject({ count: 9n })
    expect(await daemon.bin.get_blocks(blocks)).toMatchObject({ start_height: 5n, blocks: [] })
    expect(requests.map(({ path }) => path)).toEqual(['/getheight', '/json_rpc', '/getblocks.bin'])
  })

  test.each([
    ['', ''],
    ['node.example:18081', 'http://node.example:18081'],
    ['https://node.example/monero/', 'https://node.example/monero'],
    ['HTTP://[::1]:18081', 'HTTP://[::1]:18081'],
  ])('has its base URL from the address %s', (address, url) => {
    expect(baseUrl(address)).toBe(url)
  })

  test('is reached from a page through the proxy of the page', () => {
    expect(proxiedUrl('')).toBe('')
    expect(proxiedUrl('node.example:18081')).toBe('/node/http%3A%2F%2Fnode.example%3A18081')
  })

  describe('whose response has a Content-Length', () => {
    const text = JSON.stringify(height)
    const middle = Math.floor(text.length / 2)
    const pieces = [text.slice(0, middle), text.slice(middle)]

    /** @param ends - Whether the stream ends after its pieces. */
    const answering = (headers: Record<string, string>, ends: boolean) =>
      connectDaemon(
        { address: 'node.example:18081', trusted: true },
        {
          pieceMs: 50,
          post: async (_, { signal }) => {
            const body = new ReadableStream({
              start(stream) {
                signal.addEventListener('abort', () => stream.error(new Error('aborted')))
                for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
                if (ends) stream.close()
              },
            })
            return { status: 200, headers: new Headers(headers), body }
          },
        },
      )

    test('has answered when that many bytes have arrived', async () => {
      const daemon = answering({ 'content-length': `${text.length}` }, false)
      expect(await daemon.json.get_height({})).toMatchObject({ height: 7n })
      await expect(answering({}, false).json.get_height({})).rejects.toThrow('not reached')
    })

    test('is read to the end of a compressed response, which has more bytes', async () => {
      const headers = { 'content-length': `${pieces[0]!.length}`, 'content-encoding': 'gzip' }
      expect(await answering(headers, true).json.get_height({})).toMatchObject({ height: 7n })
    })
  })

  test('error: no server listens', async () => {
    const { address, server } = await serve(json(height))
    server.close()
    const daemon = connectDaemon({ address, trusted: true })
    await expect(daemon.json.get_height({})).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  test.each([404, 500, 502, 503])('error: it answers HTTP %i', async (status) => {
    const { daemon } = await connect(json(height, status))
    await expect(daemon.json.get_height({})).rejects.toThrow(`the daemon answered HTTP ${status}`)
  })

  test('error: it answers HTML', async () => {
    const { daemon } = await connect((_, response) => response.end('<html>It works!</html>'))
    for (const answer of [
      daemon.json.get_height({}),
      daemon.rpc.get_info({}),
      daemon.bin.get_blocks(blocks),
    ])
      await expect(answer).rejects.toMatchObject({ name: 'AnswerError' })
  })

  test('error: its answer is cut short at any byte', async () => {
    const whole = noBlocks()
    let length = 0
    const { daemon } = await connect((_, response) => response.end(whole.subarray(0, length)))
    for (length = 0; length < whole.length; length++)
      await expect(daemon.bin.get_blocks(blocks)).rejects.toMatchObject({ name: 'AnswerError' })
    expect(await daemon.bin.get_blocks(blocks)).toMatchObject({ current_height: 6n })
  })

  test('error: it closes the connection in the middle of its answer', async () => {
    const { daemon, requests } = await connect((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"status":"OK",')
      setTimeout(() => response.destroy(), 10)
    })
    await expect(daemon.json.get_height({})).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(requests.length).toBeLessThanOrEqual(2)
  })

  test('error: it does not answer in time', async () => {
    const { daemon } = await connect(() => {}, { answerMs: 50 })
    await expect(daemon.json.get_height({})).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  test('error: its answer pauses too long', async () => {
    const { daemon } = await connect((_, response) => void response.write('{'), { pieceMs: 50 })
    await expect(daemon.json.get_height({})).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  test('error: its answer is above the size limit', async () => {
    const { daemon } = await connect((_, response) => response.end('x'.repeat(2000)), {
      maxBytes: 1000,
    })
    await expect(daemon.json.get_height({})).rejects.toThrow('is larger than 1000 bytes')
  })

  test('error: it redirects', async () => {
    const { daemon } = await connect((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    await expect(daemon.json.get_height({})).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  test('error: the connection is closed during the call', async () => {
    const { daemon } = await connect(() => {})
    const answer = daemon.json.get_height({})
    setTimeout(() => daemon.close(), 20)
    await expect(answer).rejects.toThrow('closed')
  })
})

describe('a connection that ended while idle', () => {
  // The first time the request is taken and the connection dropped.
  const once: (answer: Answer) => Answer = (answer) => {
    let dropped = false
    return (request, response, body) => {
      if (dropped) return answer(request, response, body)
      dropped = true
      request.socket.destroy()
    }
  }

  test('is opened again for a read-only request', async () => {
    const { daemon, requests } = await connect(once(json(height)))
    expect(await daemon.json.get_height({})).toMatchObject({ height: 7n })
    expect(requests).toHaveLength(2)
  })

  test('error: is not opened again for a request with an effect', async () => {
    const { daemon, requests } = await connect(once(json({ status: 'OK' })))
    await expect(daemon.json.send_raw_transaction({ tx_as_hex: '00' })).rejects.toMatchObject({
      name: 'ConnectionError',
    })
    expect(requests).toHaveLength(1)
  })
})

describe('a daemon behind a login', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')

  /** Checks the digest of RFC 2617 with another implementation of MD5. */
  function guarded(algorithm: string): Answer {
    return (request, response, body) => {
      const given = Object.fromEntries(
        [...(request.headers.authorization ?? '').matchAll(/(\w+)="?([^",]+)"?/g)].map(
          ([, name, value]) => [name, value],
        ),
      )
      const { nonce, cnonce, nc, uri } = given
      const plain = md5('me:monero-rpc:se"cret')
      const a1 = algorithm === 'MD5-sess' ? md5(`${plain}:${nonce}:${cnonce}`) : plain
      const expected = md5(`${a1}:${nonce}:${nc}:${cnonce}:auth:${md5(`POST:${request.url}`)}`)
      if (given.response === expected && uri === request.url)
        return json(height)(request, response, body)
      response
        .writeHead(401, {
          'www-authenticate': `Digest qop="auth",algorithm=${algorithm},realm="monero-rpc",nonce="n1",stale=false`,
        })
        .end()
    }
  }
  const login = { username: 'me', password: 'se"cret' }

  test.each(['MD5', 'MD5-sess'])('accepts %s, and sends one challenge', async (algorithm) => {
    const { daemon, requests } = await connect(guarded(algorithm), {}, login)
    await daemon.json.get_height({})
    await daemon.json.get_height({})
    expect(requests).toHaveLength(3)
  })

  test('error: the password is wrong', async () => {
    const { daemon } = await connect(guarded('MD5'), {}, { ...login, password: 'other' })
    await expect(daemon.json.get_height({})).rejects.toThrow('the daemon answered HTTP 401')
  })
})
