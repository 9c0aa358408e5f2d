/**
 * A Hono app on a port.
 *
 * @module
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Tls } from '#protocol/network/tls.ts'
import { encrypt } from '../tls/listener.ts'
import type { ConnectionCounts } from './connection-counts.ts'
import { Traffic } from './traffic.ts'

/** An app that listens. */
export type Listener = {
  /** `IP:PORT`, an IPv6 address in brackets. */
  address: string
  port: number
  /** The number of open connections. */
  connections: () => number
  /** Takes no more requests, waits for those in progress for two seconds, and closes. */
  close: () => Promise<void>
}

// Wallets keep a connection between calls, and some fail when the server closes it.
const keepAliveMs = 10 * 60_000
const closeMs = 2_000

type ListenOptions = {
  /** An IPv6 socket takes no IPv4 connections. */
  ipv6Only?: boolean
  /** Plain HTTP without it. */
  tls?: Tls
  /** Shared by the addresses of a port; without it, connections are not limited. */
  counts?: ConnectionCounts
  /** Shared by the ports of a program. */
  traffic?: Traffic
}

/**
 * Listens at an address.
 *
 * @param port - 0 lets the system choose.
 * @throws Failure when a file of `tls` is missing or wrong.
 */
export async function listen(
  app: Hono | Hono<{ Bindings: HttpBindings }>,
  ip: string,
  port: number,
  { ipv6Only = false, tls, counts, traffic = new Traffic() }: ListenOptions = {},
): Promise<Listener> {
  const host = ip.includes(':') ? `[${ip}]` : ip
  const answer = getRequestListener(app.fetch as Fetch, { hostname: host })
  const server = traffic.server(answer, { connectionsCheckingInterval: 1000 })
  server.keepAliveTimeout = keepAliveMs
  if (tls) encrypt(server, tls)
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  if (counts) refuseAbove(server, counts)
  server.listen({ port, host: ip, ipv6Only })
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return {
    connections: () => connections,
    address: `${host}:${bound}`,
    port: bound,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const hurry = setTimeout(() => server.closeAllConnections(), closeMs)
      await closed
      clearTimeout(hurry)
    },
  }
}

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * Closes connections above the caps without an answer, before any other listener has them.
 *
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl connection start
 */
function refuseAbove(server: Server, counts: ConnectionCounts) {
  const others = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const release = counts.take(socket.remoteAddress ?? '')
    if (!release) return void socket.destroy()
    socket.once('close', release)
    for (const listener of others) listener.call(server, socket)
  })
}
