/**
 * A SOCKS 4a proxy that says where it was asked to.
 *
 * @module
 * @see https://www.openssh.org/txt/socks4a.protocol
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type SocksProxy = {
  /** `127.0.0.1:PORT` */
  address: string
  /** `HOST:PORT` of each connection. */
  asked: string[]
  stop: () => Promise<void>
}

const granted = Uint8Array.of(0, 0x5a, 0, 0, 0, 0, 0, 0)

/** Every name is this machine. */
export async function startSocksProxy(): Promise<SocksProxy> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    client.once('data', (request) => {
      const { host, port } = destinationOf(request)
      asked.push(`${host}:${port}`)
      const target = connect(port, '127.0.0.1', () => {
        client.write(granted)
        client.pipe(target).pipe(client)
      })
      keep(target)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of `VN CD PORT IP USER 0 [NAME 0]`; a name follows where the address is 0.0.0.x. */
function destinationOf(request: Buffer) {
  const port = request.readUInt16BE(2)
  const ip = [...request.subarray(4, 8)]
  const user = request.indexOf(0, 8)
  const isName = ip[0] === 0 && ip[1] === 0 && ip[2] === 0
  const host = isName
    ? request.toString('latin1', user + 1, request.indexOf(0, user + 1))
    : ip.join('.')
  return { host, port }
}
