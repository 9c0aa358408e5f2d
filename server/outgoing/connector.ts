/**
 * Connections to a daemon: with TLS or without, straight or through a SOCKS proxy.
 *
 * @module
 * @see monero contrib/epee/include/net/net_helper.h blocked_mode_client
 */
import type { Socket } from 'node:net'
import type { ConnectionOptions, SecureContextOptions, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import type { SocksProxy } from '#protocol/socks.ts'
import type { Tls } from '#protocol/tls.ts'
import { isListed, listedCertificates, namedCertificate, tlsBasics } from '../tls/certificates.ts'
import { throughSocks } from './socks-tunnel.ts'

/** How a daemon is reached. */
export type DaemonRoute = { tls: Tls; proxy?: SocksProxy | undefined }

type Destination = buildConnector.Options

/** Until a connection stands, and until its handshake is done. */
const timeout = 15_000

/**
 * Makes connections for undici. With `autodetect`, the first that fails to speak TLS is made again without,
 * and so are all after it. Once the other end has spoken TLS it is reached by no other way: who stands between
 * could ask for plain text by breaking a handshake, and one that broke by itself would end TLS for good.
 *
 * @param warn - Hears of a certificate that is taken although it is not listed.
 * @throws Failure when a file that `tls` names is not what it should be.
 */
export function outgoing({ tls, proxy }: DaemonRoute, warn: (message: string) => void) {
  const plain = buildConnector({ timeout })
  // A session that is resumed tells less of whose it is.
  const secured = buildConnector({ timeout, maxCachedSessions: 0, ...handshakeOf(tls) })
  const open = (to: Destination) =>
    proxy
      ? throughSocks(proxy, { host: to.hostname, port: portOf(to) }, timeout)
      : made(plain, { ...to, protocol: 'http:', port: `${portOf(to)}` })
  let spoken: 'TLS' | 'plain' | undefined = tls.mode === 'disabled' ? 'plain' : undefined

  async function connection(to: Destination): Promise<Socket> {
    const socket = await open(to)
    if (spoken === 'plain') return socket
    try {
      const encrypted = await made(secured, { ...to, protocol: 'https:', httpSocket: socket })
      requireListed(encrypted as TLSSocket, tls, warn)
      spoken = 'TLS'
      return encrypted
    } catch (error) {
      socket.destroy()
      if (tls.mode !== 'autodetect' || spoken === 'TLS') throw error
      spoken = 'plain'
      return open(to)
    }
  }
  const connector: buildConnector.connector = (to, callback) => {
    connection(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
  return connector
}

const portOf = ({ port, protocol }: Destination) =>
  Number(port || (protocol === 'https:' ? 443 : 80))

const made = (connector: buildConnector.connector, to: Destination) =>
  new Promise<Socket>((resolve, reject) =>
    connector(to, (error, socket) => (error ? reject(error) : resolve(socket!))),
  )

type Handshake = SecureContextOptions &
  Pick<ConnectionOptions, 'rejectUnauthorized' | 'checkServerIdentity'>

function handshakeOf(tls: Tls): Handshake {
  const basics = { ...tlsBasics, ...namedCertificate(tls) }
  const ca = listedCertificates(tls)
  // It is looked at afterwards: those who list certificates ask for no name in them.
  if (ca) return { ...basics, ca, rejectUnauthorized: false, checkServerIdentity: () => undefined }
  return { ...basics, rejectUnauthorized: tls.trust === 'system' && tls.mode === 'enabled' }
}

/** @see monero contrib/epee/src/net_ssl.cpp ssl_options_t::configure */
function requireListed(socket: TLSSocket, tls: Tls, warn: (message: string) => void) {
  if (tls.trust !== 'listed' && tls.trust !== 'chained') return
  if (isListed(socket, tls)) return
  if (tls.mode === 'autodetect') return warn('SSL peer has not been verified')
  socket.destroy()
  throw new Error('SSL certificate is not in the allowed list, connection dropped')
}
