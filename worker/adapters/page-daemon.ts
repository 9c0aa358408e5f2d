/**
 * Connections to daemons in a page, which can connect only to its own proxy.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Daemon, DaemonAddress } from '../engine/base/ports.ts'
import { connectDaemon, proxiedUrl } from './daemon.ts'
import { proxyFiles } from './proxy-files.ts'

/** @throws {RpcError} NO_DAEMON_CONNECTION for settings that a page does not support: certificates and proxies. */
export function connectThroughProxy(target: DaemonAddress): Daemon {
  const { tls, proxy } = target
  if (proxy) throw refused('a page cannot use a SOCKS proxy')
  const files = tls && [tls.caFile, tls.keyFile, tls.certificateFile]
  if (files?.some((file) => file !== '') || (tls && tls.fingerprints.length > 0))
    throw refused('a page cannot choose certificates')
  const daemon = connectDaemon(target, { base: proxiedUrl })
  const ended = new AbortController()
  return {
    ...daemon,
    ...proxyFiles(proxiedUrl(target.address), ended.signal),
    // A node that the user chose is not one of the proxy's.
    ...(target.address === '' && {
      otherNodes: {
        samples: async () => (await import('./node-samples.ts')).requestSamples(ended.signal),
        includeOwn: true,
      },
    }),
    close() {
      daemon.close()
      ended.abort()
    },
  }
}

const refused = (why: string) =>
  new RpcError('NO_DAEMON_CONNECTION', `Unable to set daemon: ${why}`)
