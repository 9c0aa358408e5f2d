/**
 * Connections to a node through a SOCKS proxy.
 *
 * @module
 */
import { buildConnector } from 'undici'
import type { SocksProxy } from '#protocol/socks.ts'
import { throughSocks } from './socks-tunnel.ts'
import { UpstreamUnavailable } from '../../proxy/upstream/node.ts'

/** Makes connections through a proxy. */
export function socksConnector(proxy: SocksProxy, timeoutMs: number): buildConnector.connector {
  const secured = buildConnector({ timeout: timeoutMs })
  return (options, callback) => {
    const destination = {
      host: options.hostname,
      port: Number(options.port || (options.protocol === 'https:' ? 443 : 80)),
    }
    throughSocks(proxy, destination, timeoutMs).then(
      (socket) => {
        if (options.protocol !== 'https:') callback(null, socket)
        else secured({ ...options, httpSocket: socket }, callback)
      },
      // Nothing is sent before the proxy says that the connection stands.
      (error: unknown) => callback(new UpstreamUnavailable('unsent', error), null),
    )
  }
}
