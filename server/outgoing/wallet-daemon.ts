/**
 * The wallet's connections to daemons and resolvers on Node.
 *
 * They use the page's daemon client, over `fetch` of undici with the connector of all programs. An idle
 * connection is closed after undici's four seconds, so that a payment does not meet a stale one.
 *
 * @module
 */
import { Agent, fetch } from 'undici'
import { RpcError } from '#protocol/errors.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import { tlsOf } from '#protocol/network/tls.ts'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import type { Daemon, DaemonAddress, Log } from '../../worker/engine/base/ports.ts'
import { ProgramError } from '../process/program-error.ts'
import { connectorOf, routeTo, type Route } from './connector.ts'

/** @param proxy - The SOCKS proxy of the program, for every daemon. */
export function daemonConnection(proxy: SocksProxy | undefined, log: Log) {
  return (target: DaemonAddress): Daemon => {
    const route = { tls: target.tls ?? tlsOf({}), proxy: proxy ?? target.proxy }
    const agent = new Agent({ connect: daemonConnector(route, log) })
    const daemon = connectDaemon(target, { fetch: fetchOver(agent) })
    return {
      ...daemon,
      close() {
        daemon.close()
        void agent.destroy()
      },
    }
  }
}

function daemonConnector(route: Route, log: Log) {
  try {
    return connectorOf(route, (message) => log('warning', message))
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    throw new RpcError('NO_DAEMON_CONNECTION', `Unable to set daemon: ${error.message}`)
  }
}

/** A `fetch` for a resolver, through the proxy of the program. */
export const resolverFetch = (
  url: string,
  proxy: SocksProxy | undefined,
): typeof globalThis.fetch => fetchOver(new Agent({ connect: connectorOf(routeTo(url, proxy)) }))

// The type of the platform's `fetch` has no dispatcher.
const fetchOver = (agent: Agent) =>
  ((url: string, init: RequestInit) =>
    fetch(url, { ...init, dispatcher: agent } as Parameters<
      typeof fetch
    >[1])) as unknown as typeof globalThis.fetch
