/**
 * A Hono app on a port.
 *
 * @module
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Tls } from '#protocol/network/tls.ts'
import { encrypt } from '../tls/listener.ts'

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

/**
 * Listens at an address.
 *
 * @param port - 0 lets the system choose.
 * @param options.ipv6Only - An IPv6 socket takes no IPv4 connections.
 * @param options.tls - Plain HTTP without it.
 * @throws Failure when a file of `tls` is missing or wrong.
 */
export async function listen(
  app: Hono | Hono<{ Bindings: HttpBindings }>,
  ip: string,
  port: number,
  { ipv6Only = false, tls }: { ipv6Only?: boolean; tls?: Tls } = {},
): Promise<Listener> {
  const host = ip.includes(':') ? `[${ip}]` : ip
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host }) as Server
  server.keepAliveTimeout = keepAliveMs
  if (tls) encrypt(server, tls)
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
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
