/**
 * A TCP relay in front of a server that records the bytes of every HTTP request.
 *
 * @module
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { atFileEnd } from '../programs/file-end.ts'

/** One request as it was sent. */
export type RecordedRequest = {
  /** Request line and headers, one entry for each line, without line ends. */
  head: string[]
  body: Buffer
}

export type RequestRecorder = {
  /** `127.0.0.1:PORT` */
  address: string
  /** The requests so far, of all connections. */
  requests: RecordedRequest[]
}

/** Starts a relay to `HOST:PORT`. */
export async function startRequestRecorder(target: string): Promise<RequestRecorder> {
  const { hostname, port } = new URL(`http://${target}`)
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    keep(client)
    keep(upstream)
    let pending: Buffer = Buffer.alloc(0)
    client.on('data', (piece) => {
      pending = Buffer.concat([pending, piece])
      for (let next = takeRequest(pending); next; next = takeRequest(pending)) {
        requests.push(next.request)
        pending = next.rest
      }
    })
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** The first whole request of a byte stream, and the bytes after it. */
function takeRequest(bytes: Buffer): { request: RecordedRequest; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  const start = end + 4
  const length = Number(/^content-length: (\d+)$/im.exec(text)?.[1] ?? 0)
  if (bytes.length < start + length) return undefined
  const body = bytes.subarray(start, start + length)
  return { request: { head: text.split('\r\n'), body }, rest: bytes.subarray(start + length) }
}
