/**
 * The wallet service as a Hono app: access rules, login, then `/json_rpc` and `/events`, both also
 * below `/wallets/NAME`, and `/openrpc.json`.
 *
 * @module
 */
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { stringifyJson } from '#protocol/json/json.ts'
import { joinBytes } from '#protocol/bytes.ts'
import { large } from '#protocol/daemon/limits.ts'
import { mostRequestBytes, readCall, writeAnswer } from '#protocol/json/jsonrpc.ts'
import { methodIn } from '#protocol/json/method-scan.ts'
import type { Access } from '../../proxy/access-rules.ts'
import {
  requireAllowedOrigin,
  requireKnownHost,
  type AccessReplies,
} from '../../proxy/access-middleware.ts'
import { clientAddress, isDisconnected } from '../../proxy/client-address.ts'
import { readBodyUpTo, readRequest } from '../../proxy/read-body.ts'
import type { DigestGate } from '../../proxy/digest-gate.ts'
import type { Turn } from '../../proxy/route-handler.ts'
import { requireLogin, unauthorizedPage } from '../../proxy/require-login.ts'
import type { Outcome } from '../../worker/rpc/dispatch.ts'

export type NodeContext = Context<{ Bindings: HttpBindings }>

export type WalletAppOptions = {
  access: Access
  /** Without it, no login is required. */
  gate: DigestGate | undefined
  /** @param wallet - The wallet that the path names; undefined for the open wallet. */
  call: (method: string, params: unknown, wallet: string | undefined) => Promise<Outcome>
  /** The longest request of a method, in bytes; undefined for a method that its beginning does not name. */
  limitOf: (method: string | undefined) => number
  /** Requests wait for it before they are parsed. */
  turn: Turn
  /** Answers with the events of a wallet. */
  events: (context: NodeContext, wallet: string | undefined) => Response
  /** The OpenRPC document of all methods. */
  document: () => unknown
  /** Logs a bug. */
  report: (error: unknown) => void
}

/** An app that answers wallet calls. It runs on Node alone: a `GET` may have a body. */
export function walletApp(options: WalletAppOptions): Hono<{ Bindings: HttpBindings }> {
  const { access, gate, call, limitOf, turn, events, document, report } = options
  // The path as it was sent: a query belongs to it, and no `..` is resolved.
  const app = new Hono<{ Bindings: HttpBindings }>({
    getPath: (_request, at) => (at as { env: HttpBindings }).env.incoming.url ?? '/',
  })
  app.onError((error) => {
    report(error)
    return text(500, 'Internal error\n')
  })
  app.notFound(notFound)

  app.use(requireKnownHost(access, accessReplies))
  app.use(requireAllowedOrigin(access, accessReplies))
  if (gate) app.use(requireLogin(gate, twoChallenges))
  const answerCall = async (c: NodeContext, wallet: string | undefined) => {
    const body = await bodyOf(c, limitOf)
    if (body instanceof Response) return body
    await turn(clientAddress(c))
    if (isDisconnected(c)) return endedEarly()
    const read = readCall(body)
    if ('code' in read) return json(writeAnswer({ error: read }, 0))
    // The last of several members `method` counts.
    if (body.length > limitOf(read.method))
      return tooLarge(`at most ${large} bytes for this method`)
    const outcome = await call(read.method, read.params, wallet)
    return json(writeAnswer(outcome, read.id))
  }
  let written: string | undefined
  app.all('/openrpc.json', () => json((written ??= stringifyJson(document()))))
  app.all('/json_rpc', (c) => answerCall(c, undefined))
  app.all('/events', (c) => events(c, undefined))
  app.all('/wallets/:wallet/json_rpc', (c) => withWallet(c, answerCall))
  app.all('/wallets/:wallet/events', (c) => withWallet(c, events))
  return app
}

/** Answers for the wallet that the path names. */
function withWallet<T>(c: NodeContext, answer: (c: NodeContext, wallet: string) => T) {
  const wallet = decoded(c.req.path.split('/')[2]!)
  return wallet === undefined ? notFound() : answer(c, wallet)
}

/** Undefined for a malformed segment. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The body of a request with any method; otherwise the refusal. */
async function bodyOf(
  { req, env: { incoming } }: NodeContext,
  limitOf: WalletAppOptions['limitOf'],
): Promise<Uint8Array | Response> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > mostRequestBytes) return tooLarge(`at most ${mostRequestBytes} bytes`)
  // A web `Request` with `GET` has no body.
  const isGet = req.method === 'GET'
  try {
    if (!isGet && announced <= large)
      return (await readRequest(req.raw, large)) ?? tooLarge('a Content-Length above 1 MiB')
    let method: string | undefined
    const limitOfPieces = (pieces: readonly Uint8Array[]) => {
      method = methodIn(joinBytes(pieces))
      return announced <= large ? large : limitOf(method)
    }
    const stream = isGet ? webStream(incoming) : req.raw.body
    const body = await readBodyUpTo(stream, large, limitOfPieces)
    if (body) return body
    return method === undefined
      ? tooLarge(`"method" in its first ${large} bytes`)
      : tooLarge(`at most ${large} bytes for this method`)
  } catch {
    // The client closed the connection, which is not a bug.
    return endedEarly()
  }
}

const endedEarly = () => text(400, 'The request ended early\n')

const tooLarge = (expected: string) => text(413, `Request is too large: expected ${expected}\n`)

const webStream = (incoming: HttpBindings['incoming']) =>
  Readable.toWeb(incoming) as ReadableStream<Uint8Array>

/** Plain text. */
export const text = (status: number, body: string) => answerOf(status, 'text/plain', body)
const json = (body: string) => answerOf(200, 'application/json', body)
const answerOf = (status: number, type: string, body: string) =>
  new Response(body, { status, headers: { 'content-type': type } })

const accessReplies: AccessReplies = {
  refuse: (status, why) => text(status, `${why}\n`),
  preflight: () => text(200, ''),
}

/** Both challenges, each in its own header, as monero sends them. A web `Response` would join them. */
function twoChallenges(challenges: readonly string[], c: Context): Response {
  ;(c.env as HttpBindings).outgoing.setHeader('WWW-authenticate', challenges)
  return answerOf(401, 'text/html', unauthorizedPage)
}

const notFound = () =>
  answerOf(
    404,
    'text/html',
    '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
  )
