/**
 * The wallet service over HTTP on Node: access rules, login, then `/json_rpc` and `/events`, both also
 * below `/wallets/NAME`, and `/openrpc.json`.
 *
 * @module
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  hostRefusal,
  originRefusal,
  sharingHeaders,
  type Access,
  type RequestSource,
} from '../../proxy/access-rules.ts'
import type { DigestGate } from '../../proxy/digest-gate.ts'
import { stringifyJson } from '#protocol/json.ts'
import { mostRequestBytes, readCall, writeAnswer } from '#protocol/jsonrpc.ts'
import type { Outcome } from '../../worker/rpc/dispatch.ts'

export type RpcServerOptions = {
  access: Access
  /** Absent: every request that is welcome may pass. */
  gate: DigestGate | undefined
  /** @param wallet - Its name where the path gives one. */
  call: (method: string, params: unknown, wallet: string | undefined) => Promise<Outcome>
  /** Answers with events until the listener goes; `lastId` is of the last one it has. */
  stream: (
    response: ServerResponse,
    wallet: string | undefined,
    lastId: string | undefined,
  ) => Promise<void>
  /** What can be called, as an OpenRPC document. */
  document: () => unknown
  /** Hears of bugs. */
  report: (error: unknown) => void
}

// Clients keep a connection between calls, and some fail when it is closed under them.
const keepAliveMs = 10 * 60_000

/** A server that answers calls once it listens. */
export function rpcServer(options: RpcServerOptions): Server {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // A client that went away is no bug, and there is nobody to answer.
      if (request.destroyed && !request.complete) return response.destroy()
      options.report(error)
      if (response.headersSent) response.destroy()
      else send(response, 500, 'text/plain', 'Internal error\n')
    })
  })
  server.keepAliveTimeout = keepAliveMs
  return server
}

/** Listens; resolves to the port, which the system chooses for 0. @param options - Of an IPv6 address. */
export async function listen(
  server: Server,
  ip: string,
  port: number,
  { ipv6Only = false } = {},
): Promise<number> {
  server.listen({ port, host: ip, ipv6Only })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Takes no more calls, lets those under way end, and closes. */
export async function shutDown(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const hurry = setTimeout(() => server.closeAllConnections(), 2_000)
  await closed
  clearTimeout(hurry)
}

async function answer(
  { access, gate, call, stream, document }: RpcServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const source = sourceOf(request)
  const refusal = hostRefusal(access, source) ?? originRefusal(access, source)
  if (refusal !== undefined) return send(response, 403, 'text/plain', `${refusal}\n`)

  shareWith(access, request, response)
  // A browser asks what it may send before it knows of a login.
  if (request.method === 'OPTIONS') return send(response, 200, 'text/plain', '')
  const challenges = gate?.check(request.method ?? '', request.headers.authorization)
  if (challenges) {
    response.setHeader('WWW-authenticate', challenges)
    return send(response, 401, 'text/html', unauthorized)
  }
  const { wallet, at } = requestPath(request.url ?? '')
  if (at === '/openrpc.json' && wallet === undefined)
    return send(response, 200, 'application/json', stringifyJson(document()))
  if (at === '/events') {
    const lastId = request.headers['last-event-id'] as string | undefined
    return stream(response, wallet, lastId)
  }
  if (at !== '/json_rpc') return send(response, 404, 'text/html', notFound)

  const body = await readBody(request)
  if (!body) return send(response, 413, 'text/plain', 'Request is too large\n')
  const read = readCall(body)
  if ('code' in read)
    return send(response, 200, 'application/json', writeAnswer({ error: read }, 0))
  const outcome = await call(read.method, read.params, wallet)
  return send(response, 200, 'application/json', writeAnswer(outcome, read.id))
}

function sourceOf({ method, headers }: IncomingMessage): RequestSource {
  const { host, origin, 'user-agent': userAgent, 'content-type': contentType } = headers
  const site = headers['sec-fetch-site'] as string | undefined
  return { method, host, origin, site, userAgent, contentType }
}

/** `/wallets/NAME/...` is about that wallet, anything else about the one that is open. */
function requestPath(url: string): { wallet: string | undefined; at: string } {
  const [, encoded, below] = /^\/wallets\/([^/]+)(\/.*)$/.exec(url) ?? []
  const wallet = encoded === undefined ? undefined : decoded(encoded)
  return { wallet, at: wallet === undefined ? url : below! }
}

/** Undefined for what decodes to nothing. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The whole body; undefined, and the rest unread, when it is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > mostRequestBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function shareWith(access: Access, { headers, method }: IncomingMessage, response: ServerResponse) {
  const sharing = sharingHeaders(access, headers.origin, method)
  for (const [name, value] of sharing) response.setHeader(name, value)
  if (sharing.length > 0) response.setHeader('Vary', 'Origin')
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length })
  response.end(bytes)
}

const page = (title: string, heading: string) =>
  `<html><head><title>${title}</title></head><body><h1>${heading}</h1></body></html>`
const unauthorized = page('Unauthorized Access', '401 Unauthorized')
const notFound = page('404 Not Found', 'Not Found')
