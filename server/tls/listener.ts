/**
 * TLS on the port of an HTTP server, in addition to plain HTTP or instead of it.
 *
 * @module
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl connection start_handshake
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type Server as TlsServer } from 'node:tls'
import type { Tls } from '#protocol/network/tls.ts'
import { isListed, listedCertificates, namedCertificate, tlsBasics } from './certificates.ts'
import { ownCertificate } from './self-signed.ts'

type Handler = (socket: Socket) => void

/** The first byte of every TLS connection: a handshake record. No HTTP request begins with it. */
const handshakeRecord = 22

/** Limit for the first byte of a connection, and again for its handshake. */
const patienceMs = 15_000

/**
 * Makes `server` speak TLS with clients that begin with it; with `enabled`, with all clients. Otherwise the
 * connections are ordinary connections of the HTTP server.
 *
 * @throws Failure when a file of `tls` is missing or wrong.
 */
export function encrypt(server: Server, tls: Tls): void {
  if (tls.mode === 'disabled') return
  const [serve] = server.listeners('connection') as [Handler]
  const plain: Handler = (socket) => serve.call(server, socket)
  const secured = handshakes(tls, plain)
  const open = new Set<Socket>()
  server.off('connection', serve)
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (tls.mode === 'enabled') return secured(socket)
    onFirstByte(socket, (first) => (first === handshakeRecord ? secured : plain)(socket))
  })
  // The HTTP server does not know connections before their first byte or during the handshake.
  const closeKnown = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeKnown()
    for (const socket of open) socket.destroy()
  }
}

/** Reads the first byte of a connection, and puts it back. */
function onFirstByte(socket: Socket, listener: (first: number) => void): void {
  const drop = () => void socket.destroy()
  // A client may close the connection without sending a byte.
  socket.on('error', drop).on('end', drop)
  socket.setTimeout(patienceMs, drop)
  const look = () => {
    const first = socket.read(1) as Buffer | null
    if (first === null) return void socket.once('readable', look)
    socket.unshift(first)
    socket.setTimeout(0)
    socket.off('timeout', drop).off('error', drop).off('end', drop)
    listener(first[0]!)
  }
  look()
}

/** Starts TLS on a connection. The first connection generates a missing certificate. */
function handshakes(tls: Tls, done: Handler): Handler {
  const named = namedCertificate(tls)
  const ca = listedCertificates(tls)
  let made: TlsServer | undefined
  const server = () => {
    const tlsServer = createServer({
      ...tlsBasics,
      ...(named ?? ownCertificate()),
      handshakeTimeout: patienceMs,
      // Unlisted clients are disconnected below, by monero's rule.
      ...(ca && { ca, requestCert: true, rejectUnauthorized: false }),
    })
    tlsServer.on('secureConnection', (socket) => {
      if (ca && !isListed(socket, tls)) return void socket.destroy()
      socket.allowHalfOpen = true
      done(socket)
    })
    // The client gave up, or did not accept the certificate.
    tlsServer.on('tlsClientError', (_, socket) => socket.destroy())
    return tlsServer
  }
  return (socket) => {
    // Half-open connections are for HTTP only: during the handshake, an end closes the connection.
    socket.allowHalfOpen = false
    ;(made ??= server()).emit('connection', socket)
  }
}
