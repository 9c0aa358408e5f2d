/**
 * Connections of Node programs: with TLS or without, directly or through a SOCKS proxy.
 *
 * @module
 * @see monero contrib/epee/include/net/net_helper.h blocked_mode_client
 */
import type { Socket } from 'node:net'
import type { ConnectionOptions, SecureContextOptions, TLSSocket } from 'node:tls'
import { SocksClient } from 'socks'
import type { SocksProxy } from '#protocol/network/socks.ts'
import { tlsOf, type Tls } from '#protocol/network/tls.ts'
import { isListed, listedCertificates, namedCertificate, tlsBasics } from '../tls/certificates.ts'
import { buildConnector } from './undici.ts'

/** How a server is reached. */
export type Route = {
  tls: Tls
  proxy?: SocksProxy | undefined
  /**
   * Draws the SOCKS user name of a connection, for a proxy without a login. Tor builds a separate circuit for
   * each name.
   *
   * @see https://2019.www.torproject.org/docs/tor-manual.html.en IsolateSOCKSAuth
   */
  circuit?: () => string
  /** Shared by the connectors to one server. */
  learned?: { spoken?: 'TLS' | 'plain' }
  /** Limit for the connection, and again for its handshake. */
  timeoutMs?: number
}

type Destination = buildConnector.Options

/** The route to a URL, whose scheme decides on TLS. The certificate is checked by its name. */
export const routeTo = (url: string, proxy: SocksProxy | undefined): Route => ({
  tls: tlsOf({ mode: /^https:/i.test(url) ? 'enabled' : 'disabled' }),
  proxy,
})

/**
 * Makes connections for undici. With `autodetect`, the first connection that fails to speak TLS is made again
 * without TLS, and so are all later ones. A server that spoke TLS once is reached by TLS only. Otherwise an
 * attacker in between could force plain text by breaking one handshake.
 *
 * @param warn - Logs that a certificate was accepted although it is not listed.
 * @throws Failure when a file that `tls` names is missing or wrong.
 */
export function connectorOf(
  { tls, proxy, circuit, learned = {}, timeoutMs: timeout = 15_000 }: Route,
  warn: (message: string) => void = () => {},
): buildConnector.connector {
  const plain = buildConnector({ timeout })
  // A resumed session would link this connection to the previous one.
  const secured = buildConnector({ timeout, maxCachedSessions: 0, ...handshakeOf(tls) })
  const open = (to: Destination) =>
    proxy
      ? throughSocks(inCircuit(proxy, circuit), { host: to.hostname, port: portOf(to) }, timeout)
      : made(plain, { ...to, protocol: 'http:', port: `${portOf(to)}` })
  if (tls.mode === 'disabled') learned.spoken = 'plain'

  async function connection(to: Destination): Promise<Socket> {
    const socket = await open(to)
    if (learned.spoken === 'plain') return socket
    try {
      const encrypted = await made(secured, { ...to, protocol: 'https:', httpSocket: socket })
      requireListed(encrypted as TLSSocket, tls, warn)
      learned.spoken = 'TLS'
      return encrypted
    } catch (error) {
      socket.destroy()
      if (tls.mode !== 'autodetect' || learned.spoken === 'TLS') throw error
      learned.spoken = 'plain'
      return open(to)
    }
  }
  return (to, callback) => {
    connection(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** Some proxies refuse an empty password. */
function inCircuit(proxy: SocksProxy, circuit: (() => string) | undefined): SocksProxy {
  const name = proxy.username === undefined ? circuit?.() : undefined
  return name === undefined ? proxy : { ...proxy, username: name, password: name }
}

/**
 * A connection through a SOCKS proxy, which resolves host names, so that no resolver learns them. No byte
 * is sent before the proxy reports the connection.
 *
 * @see https://www.openssh.org/txt/socks4a.protocol, RFC 1928, monero src/net/socks_connect.cpp
 */
async function throughSocks(
  { host, port, version, username, password }: SocksProxy,
  destination: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  const login = username === undefined ? {} : { userId: username, password: password ?? '' }
  const { socket } = await SocksClient.createConnection({
    proxy: { host, port, type: version, ...login },
    command: 'connect',
    destination,
    timeout: timeoutMs,
  })
  return socket
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
  // Checked afterwards: listed certificates need no matching host name.
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
