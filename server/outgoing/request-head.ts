/**
 * Heads of requests as wallet2 writes them: `Host` without a port, then `Content-Length`, then the others.
 *
 * undici adds a `connection` header and writes names in lower case. A node would know its clients by that.
 *
 * @module
 * @see monero contrib/epee/include/net/http_client.h http_simple_client_template invoke
 */
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** The value of `Host`. @see monero contrib/epee/src/net_parse_helpers.cpp parse_url_ipv6 */
export const hostHeader = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The same connections; the heads that undici writes to them are rewritten. */
export const withWallet2Heads =
  (connect: buildConnector.connector): buildConnector.connector =>
  (to, callback) =>
    connect(to, (...made) => {
      if (made[1]) rewriteHeads(made[1])
      callback(...made)
    })

/** undici writes a head in one piece, as text, and a body as bytes. */
function rewriteHeads(socket: Socket) {
  const write = socket.write.bind(socket) as (data: unknown, ...rest: unknown[]) => boolean
  socket.write = (data: unknown, ...rest: unknown[]) =>
    write(typeof data === 'string' ? wallet2Head(data) : data, ...rest)
}

const undiciHead =
  /^(POST [^\r\n]+\r\n)host: ([^\r\n]+\r\n)connection: [^\r\n]+\r\n((?:[^\r\n]+\r\n)*)content-length: (\d+\r\n)\r\n$/

function wallet2Head(head: string): string {
  const [, line, host, others, length] = undiciHead.exec(head) ?? []
  if (line === undefined) throw new TypeError('expected the head of a POST request by undici')
  return `${line}Host: ${host}Content-Length: ${length}${others}\r\n`
}
