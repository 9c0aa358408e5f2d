/**
 * A program's life on Node: started wrongly, listening, told to end.
 *
 * @module
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '#protocol/flags.ts'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** The program cannot go on, and a person can tell why from the message alone. */
export class Failure extends Error {
  override name = 'Failure'
}

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

function explain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'the port is in use; choose another one'
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have that address'
  if (code === 'EACCES') return `no permission: ${message}`
  return error instanceof Failure ? message : (stack ?? String(error))
}

/** An app that listens. */
export type Listening = {
  port: number
  /** How many have one now. */
  connections: () => number
  close: () => Promise<void>
}

// Wallets keep a connection while they scan, and some fail when it is closed under them.
const keepAliveMs = 10 * 60_000

/** Listens and resolves to the port, which the system chooses for 0. */
export async function listen(app: Hono, hostname: string, port: number): Promise<Listening> {
  const server = serve({ fetch: app.fetch, hostname, port }) as Server
  server.keepAliveTimeout = keepAliveMs
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  return {
    connections: () => connections,
    port: typeof address === 'object' && address ? address.port : port,
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
