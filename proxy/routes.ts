/**
 * The routes of the daemon RPC, made from the contract tables, in front of one backend.
 *
 * @module
 */
import { Hono, type Context } from 'hono'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { bin, json } from '#protocol/daemon/calls.ts'
import { large } from '#protocol/daemon/limits.ts'
import { outputCountFiles } from '#protocol/daemon/output-counts.ts'
import { binaryCall } from './binary-call.ts'
import { clientAddress, isDisconnected } from './client-address.ts'
import { readRequest } from './read-body.ts'
import { jsonCall } from './json-call.ts'
import { OutputCountFiles, type CountFileCache } from './output-counts.ts'
import { errorReply } from './replies.ts'
import { hasLongAnswer, rpcCall } from './rpc-call.ts'
import type { DaemonBackend } from './daemon-backend.ts'
import type { Handler, HandlerOptions, Incoming, Route, Turn } from './route-handler.ts'

const methods = ['GET', 'POST', 'PUT']

type RouteOptions = {
  /** Keeps files of output counts. */
  countCache?: CountFileCache | undefined
  /** Requests wait for it before they are parsed. */
  turn?: Turn | undefined
}

/** Answers all of monerod's routes from `backend`. */
export function daemonRoutes(
  backend: DaemonBackend,
  restricted: boolean,
  { countCache, turn }: RouteOptions = {},
): Hono {
  const options: HandlerOptions = { backend, restricted }
  const app = new Hono()
  app.notFound(() => errorReply(404, 'Not found'))

  app.on(methods, '/json_rpc', async (c) => {
    const incoming = await received(c, large, turn, hasLongAnswer)
    return incoming instanceof Response ? incoming : rpcCall(options, incoming)
  })
  const counts = new OutputCountFiles(backend, () => performance.now(), countCache)
  app.get(`${outputCountFiles}/:height`, ({ req: { raw } }) => counts.answer(raw))
  for (const { route, handler } of paths()) {
    if (restricted && route.contract.restricted) continue
    app.on(methods, route.path, async (c) => {
      const { limit, longAnswer = false } = route.contract
      const incoming = await received(c, limit, turn, () => longAnswer)
      if (incoming instanceof Response) return incoming
      return handler(options, route, incoming)
    })
  }
  return app
}

/** A request with its body; an error response when the body is longer than `limit` bytes or incomplete. */
async function received(
  c: Context,
  limit: number,
  turn: Turn | undefined,
  isLong: (body: Uint8Array) => boolean,
): Promise<Incoming | Response> {
  const { raw } = c.req
  try {
    const body = await readRequest(raw, limit)
    if (!body) return errorReply(413, 'Request is too large')
    const client = clientAddress(c)
    // Long answers have turns of their own, so that a short one waits for one of them, not for all. A proxy is one
    // client to us, and has many.
    await turn?.(isLong(body) ? `${client} long` : client)
    if (isDisconnected(c)) return endedEarly()
    return { body, client, signal: () => raw.signal }
  } catch {
    // The client disconnected while it sent the request.
    return endedEarly()
  }
}

const endedEarly = () => errorReply(400, 'The request ended early')

/** Every path except `/json_rpc`, including aliases. */
export function paths(): { route: Route; handler: Handler }[] {
  const at = (name: string, contract: DaemonContract, suffix: string) =>
    [name, ...(contract.aliases ?? [])].map((known) => ({
      name,
      contract,
      path: `/${known}${suffix}`,
    }))
  const plain = Object.entries<DaemonContract>(json).flatMap(([name, contract]) =>
    at(name, contract, '').map((route) => ({ route, handler: jsonCall })),
  )
  const binary = Object.entries<DaemonContract>(bin).flatMap(([name, contract]) =>
    at(name, contract, '.bin').map((route) => ({
      route,
      handler: contract.codec === 'json' ? jsonCall : binaryCall,
    })),
  )
  return [...plain, ...binary]
}
