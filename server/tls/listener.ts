/**
 * TLS on the port of an HTTP server: beside plain HTTP, or instead of it.
 *
 * @module
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl connection start_handshake
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type Server as TlsServer } from 'node:tls'
import type { Tls } from '#protocol/tls.ts'
import { isListed, listedCertificates, namedCertificate, tlsBasics } from './certificates.ts'
import { ownCertificate } from './self-signed.ts'

type Handler = (socket: Socket) => void

/** What every TLS connection begins with: a record of its handshake. No HTTP request does. */
const handshakeRecord = 22

/** Until a connection has said what it is, and until its handshake is done. */
const patienceMs = 15_000

/**
 * Has `server` speak TLS with those who begin with it; with `enabled` to no others. Its connections are
 * the HTTP server's own in everything else.
 *
 * @throws Failure when a file that `tls` names is not what it should be.
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
    whenItSpeaks(socket, (first) => (first === handshakeRecord ? secured : plain)(socket))
  })
  // HTTP knows of none that has not spoken, or not ended its handshake.
  const closeKnown = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeKnown()
    for (const socket of open) socket.destroy()
  }
}

/** Hears the first byte of a connection, which is left in it. */
function whenItSpeaks(socket: Socket, listener: (first: number) => void): void {
  const drop = () => void socket.destroy()
  // Nor need it have anything to say.
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

/** Makes TLS of a connection; the certificate, where none is named, when the first asks for it. */
function handshakes(tls: Tls, done: Handler): Handler {
  const named = namedCertificate(tls)
  const ca = listedCertificates(tls)
  let made: TlsServer | undefined
  const server = () => {
    const tlsServer = createServer({
      ...tlsBasics,
      ...(named ?? ownCertificate()),
      handshakeTimeout: patienceMs,
      // Whoever is not listed is let go below, by a rule that no library has.
      ...(ca && { ca, requestCert: true, rejectUnauthorized: false }),
    })
    tlsServer.on('secureConnection', (socket) => {
      if (ca && !isListed(socket, tls)) return void socket.destroy()
      socket.allowHalfOpen = true
      done(socket)
    })
    // A client that gives up, or takes us for somebody else.
    tlsServer.on('tlsClientError', (_, socket) => socket.destroy())
    return tlsServer
  }
  return (socket) => {
    // Whoever goes amid the handshake is gone; afterwards HTTP answers those who have said all.
    socket.allowHalfOpen = false
    ;(made ??= server()).emit('connection', socket)
  }
}
