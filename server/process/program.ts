/**
 * A program's life on Node: started wrongly, listening, told to end.
 *
 * @module
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '#protocol/settings.ts'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Tls } from '#protocol/tls.ts'
import { Failure } from './failure.ts'
import { encrypt } from '../tls/listener.ts'

/** Runs a program; what it throws is told in one line, and ends it with 1. */
export async function run(name: string, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(`${name}: ${isUsage ? error.message : explain(error)}`)
    if (isUsage) console.error(`Try ${name} --help.`)
    process.exitCode = 1
  }
}

/** What failed, for a person. */
export function explain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'the port is in use; choose another one'
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have that address'
  if (code === 'EACCES') return `no permission: ${message}`
  return error instanceof Failure ? message : (stack ?? String(error))
}

/** An app that listens. */
export type Listening = {
  /** `IP:PORT`, an IPv6 address in brackets. */
  address: string
  port: number
  /** How many have one now. */
  connections: () => number
  close: () => Promise<void>
}

// Wallets keep a connection while they scan, and some fail when it is closed under them.
const keepAliveMs = 10 * 60_000

/**
 * Listens and resolves to the port, which the system chooses for 0.
 *
 * @param options.ipv6Only - Of an IPv6 address.
 * @param options.tls - Left out: plain HTTP alone.
 * @throws Failure when a file that `tls` names is not what it should be.
 */
export async function listen(
  app: Hono,
  ip: string,
  port: number,
  { ipv6Only = false, tls }: { ipv6Only?: boolean; tls?: Tls } = {},
): Promise<Listening> {
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
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    connections: () => connections,
    address: `${host}:${bound}`,
    port: bound,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const hurry = setTimeout(() => server.closeAllConnections(), 2_000)
      await closed
      clearTimeout(hurry)
    },
  }
}

/** The end of the program: by signal, or by `now`. */
export function end(): { ended: Promise<void>; now: () => void } {
  let now = () => {}
  const ended = new Promise<void>((resolve) => {
    now = resolve
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })
  return { ended, now }
}

/** Where chains are kept when nobody says where. */
export const defaultDataDir = () =>
  join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'nightjar')
