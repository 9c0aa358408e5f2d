/**
 * Connections to daemons on Node: by their certificates and SOCKS proxies.
 *
 * @module
 */
import { Agent, fetch } from 'undici'
import { RpcError } from '#protocol/errors.ts'
import type { SocksProxy } from '#protocol/socks.ts'
import { tlsOf } from '#protocol/tls.ts'
import { Failure } from '../process/failure.ts'
import { outgoing, type DaemonRoute } from './connector.ts'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import type { Daemon, DaemonAddress, Log } from '../../worker/engine/base/ports.ts'

/** @param proxy - Of the whole program: every daemon is reached by it then. */
export function daemonConnection(proxy: SocksProxy | undefined, log: Log) {
  return (target: DaemonAddress): Daemon => {
    const way = { tls: target.tls ?? tlsOf({}), proxy: proxy ?? target.proxy }
    const agent = new Agent({ connect: connectorOf(way, log) })
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

function connectorOf(way: DaemonRoute, log: Log) {
  try {
    return outgoing(way, (message) => log('warning', message))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new RpcError('NO_DAEMON_CONNECTION', `Unable to set daemon: ${error.message}`)
  }
}

/** Questions to a resolver go where those to daemons go, and its certificate is checked by its name. */
export function resolverFetch(url: string, proxy: SocksProxy | undefined): typeof globalThis.fetch {
  const mode = /^https:/i.test(url) ? 'enabled' : 'disabled'
  return fetchOver(new Agent({ connect: outgoing({ tls: tlsOf({ mode }), proxy }, () => {}) }))
}

// The same as the platform's, whose types know nothing of agents.
const fetchOver = (agent: Agent) =>
  ((url: string, init: RequestInit) =>
    fetch(url, { ...init, dispatcher: agent } as Parameters<
      typeof fetch
    >[1])) as unknown as typeof globalThis.fetch
