/**
 * A SOCKS 4a and SOCKS 5 proxy that records where it was asked to, and under which user name.
 *
 * @module
 * @see https://www.openssh.org/txt/socks4a.protocol, RFC 1928, RFC 1929
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type SocksProxy = {
  /** `127.0.0.1:PORT` */
  address: string
  /** `HOST:PORT` of each connection. */
  asked: string[]
  /** The user name of each connection; empty without one. */
  users: string[]
  stop: () => Promise<void>
}

type Destination = { host: string; port: number; user: string }

const granted = Uint8Array.of(0, 0x5a, 0, 0, 0, 0, 0, 0)
const granted5 = Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0)

/** Every name is this machine. */
export async function startSocksProxy(): Promise<SocksProxy> {
  const asked: string[] = []
  const users: string[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    const grant = ({ host, port, user }: Destination, answer: Uint8Array) => {
      asked.push(`${host}:${port}`)
      users.push(user)
      const target = connect(port, '127.0.0.1', () => {
        client.write(answer)
        client.pipe(target).pipe(client)
      })
      keep(target)
    }
    client.once('data', (first) => {
      if (first[0] === 4) return grant(destinationOf(first), granted)
      // As Tor: a client that offers a login gives it.
      const hasLogin = first.includes(2, 2)
      client.write(Uint8Array.of(5, hasLogin ? 2 : 0))
      const granting = (user: string) =>
        client.once('data', (request) => grant({ ...namedIn(request), user }, granted5))
      if (!hasLogin) return granting('')
      client.once('data', (login) => {
        granting(login.toString('latin1', 2, 2 + login[1]!))
        client.write(Uint8Array.of(1, 0))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    users,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of `VN CD PORT IP USER 0 [NAME 0]`; a name follows where the address is 0.0.0.x. */
function destinationOf(request: Buffer): Destination {
  const port = request.readUInt16BE(2)
  const ip = [...request.subarray(4, 8)]
  const user = request.indexOf(0, 8)
  const isName = ip[0] === 0 && ip[1] === 0 && ip[2] === 0
  const host = isName
    ? request.toString('latin1', user + 1, request.indexOf(0, user + 1))
    : ip.join('.')
  return { host, port, user: request.toString('latin1', 8, user) }
}

/** Of `VER CMD 0 TYPE ADDRESS PORT`; type 3 is a name, type 1 an IPv4 address. */
function namedIn(request: Buffer) {
  const isName = request[3] === 3
  const end = isName ? 5 + request[4]! : 8
  const host = isName ? request.toString('latin1', 5, end) : request.subarray(4, 8).join('.')
  return { host, port: request.readUInt16BE(end) }
}
