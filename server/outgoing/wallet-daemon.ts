/**
 * The wallet's connections to daemons and resolvers on Node.
 *
 * They use the page's daemon client, over the HTTP client of all programs. An idle connection is closed
 * after undici's four seconds, so that a payment does not meet a stale one.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { RpcError } from '#protocol/errors.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import { tlsOf } from '#protocol/network/tls.ts'
import { baseUrl, connectDaemon, type ConnectOptions } from '../../worker/adapters/daemon.ts'
import type { HttpPost } from '../../worker/adapters/http-post.ts'
import { feedServer } from '../../worker/adapters/feed-server.ts'
import { proxyFiles } from '../../worker/adapters/proxy-files.ts'
import type { Daemon, DaemonAddress, FeedServer, Log } from '../../worker/engine/base/ports.ts'
import { ProgramError } from '../process/program-error.ts'
import { connectorOf, routeTo, type Route } from './connector.ts'
import { fileClient, httpClient, webStream, type HttpClient } from './http-client.ts'

type ConnectionOptions = Pick<ConnectOptions, 'answerMs' | 'pieceMs' | 'maxBytes'> & {
  circuit?: string
  /** The daemon is a light node of ours, which also has files: the scan feed, output counts. */
  isLightNode?: boolean
}

/**
 * Connections to daemons. Through a SOCKS proxy, every transaction is sent over a connection and a circuit of
 * its own, unless the proxy or the daemon requires a login.
 *
 * @param proxy - The SOCKS proxy of the program, for every daemon.
 * @param options.circuit - Name of the circuit of all other requests.
 */
export function daemonConnection(
  proxy: SocksProxy | undefined,
  log: Log,
  { circuit = 'sync', isLightNode = false, ...limits }: ConnectionOptions = {},
) {
  return (target: DaemonAddress): Daemon => {
    const route = { tls: target.tls ?? tlsOf({}), proxy: proxy ?? target.proxy, learned: {} }
    const hasLogin = Boolean(target.username || target.password)
    // A challenge of monerod is valid for one connection.
    const limit = hasLogin ? { connections: 1 } : {}
    const connect = daemonConnector({ ...route, circuit: () => circuit }, log)
    const reading = httpClient({ connect, ...limit })
    const downloading = hasLogin ? httpClient({ connect, ...limit }) : reading
    const sending =
      route.proxy && !hasLogin
        ? httpClient({ connect: daemonConnector(sends(route), log), pipelining: 0 })
        : reading
    const daemon = connectDaemon(target, {
      ...limits,
      post: postOver(reading, sending),
      download: postOver(downloading),
    })
    const files = isLightNode ? fileClient({ connect }) : undefined
    const ended = new AbortController()
    return {
      ...daemon,
      ...(files && proxyFiles(baseUrl(target.address), ended.signal, files.fetch)),
      close() {
        daemon.close()
        ended.abort()
        void files?.close()
        for (const client of new Set([reading, downloading, sending])) void client.close()
      },
    }
  }
}

const sends = (route: Route): Route => ({
  ...route,
  circuit: () => `send-${randomBytes(8).toString('hex')}`,
})

function daemonConnector(route: Route, log: Log) {
  try {
    return connectorOf(route, (message) => log('warning', message))
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    throw new RpcError('NO_DAEMON_CONNECTION', `Unable to set daemon: ${error.message}`)
  }
}

/** Connections to second servers with a scan feed, through the proxy of the program. */
export const feedConnection =
  (proxy: SocksProxy | undefined) =>
  (address: string): FeedServer => {
    const connect = connectorOf({ ...routeTo(address, proxy), circuit: () => 'compare' })
    return feedServer(address, '', fileClient({ connect }).fetch)
  }

/** Requests to a resolver, through the proxy of the program. */
export const resolverPost = (url: string, proxy: SocksProxy | undefined): HttpPost =>
  postOver(httpClient({ connect: connectorOf({ ...routeTo(url, proxy), circuit: () => 'names' }) }))

const redirects = [301, 302, 303, 307, 308]

/** @param sending - Carries the requests that have an effect. */
const postOver =
  (reading: HttpClient, sending = reading): HttpPost =>
  async (url, { once = false, ...request }) => {
    const { status, headers, body } = await (once ? sending : reading).post(url, request)
    const given = Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    const answer = { status, headers: new Headers(given) }
    if (status === 200) return { ...answer, body: webStream(body) }
    // A refusal is read to its end, so that the connection stays open: its challenge is valid only there.
    await body.dump().catch(() => undefined)
    if (redirects.includes(status)) throw new Error('unexpected redirect')
    return { ...answer, body: null }
  }
