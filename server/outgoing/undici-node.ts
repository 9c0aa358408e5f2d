/**
 * A node as `nightjar-node` reaches it: all requests share its kept connections.
 *
 * @module
 */
import type { Readable } from 'node:stream'
import { SocksClientError } from 'socks'
import { requestHeaders } from '#protocol/daemon/request-headers.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UnavailableReason,
  type UpstreamNode,
} from '../../proxy/upstream/node.ts'
import { errorCode } from '../process/error-code.ts'
import { ConnectionShares } from './connection-shares.ts'
import { connectorOf, routeTo } from './connector.ts'
import { httpClient, webStream, type HttpClient } from './http-client.ts'
import { JoinedRequests } from './joined-requests.ts'
import { errors } from './undici.ts'

export type Timeouts = {
  /** Until a connection is made. */
  connectMs: number
  /** Until the answer begins. Mining blocks on a private chain takes minutes. */
  answerMs: number
  /** Between two pieces of the answer. */
  pieceMs: number
  /**
   * The total time that a slow reader may block the connection, which is not free for others meanwhile.
   * Each piece that it reads gives some of the time back.
   */
  takenMs: number
  /** The same while another request waits for a connection. */
  contendedMs: number
}

export const timeouts: Timeouts = {
  connectMs: 5_000,
  answerMs: 300_000,
  pieceMs: 60_000,
  takenMs: 30_000,
  contendedMs: 5_000,
}

// Since 0.18.4 a public node serves 3 connections of one address, a private one 25.
const connectionsTo = (host: string) =>
  isLoopback(host) ? { long: 12, short: 4, fresh: 4 } : { long: 1, short: 1, fresh: 1 }
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

export type UndiciOptions = Timeouts & {
  /** Carries all connections; direct without it. */
  proxy?: SocksProxy
  /** One connection carries all requests: a login is valid for one connection. */
  single?: boolean
}

/** A node at an `http:` or `https:` origin. */
export function undiciNode(origin: string, given: UndiciOptions = timeouts): UpstreamNode {
  const { proxy, single = false, ...limits } = given
  const { long, short, fresh: once } = connectionsTo(new URL(origin).hostname)
  const options = {
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.pieceMs,
    connect: connectorOf({ ...routeTo(origin, proxy), timeoutMs: limits.connectMs }),
  }
  const kept = httpClient({
    ...options,
    connections: single ? 1 : long + short,
    keepAliveTimeout: 120_000,
  })
  // A new connection for each request that must not be repeated: no idle one can be closed under it.
  const fresh = httpClient({ ...options, connections: once, pipelining: 0 })
  // Short answers have connections of their own, so that no long one blocks them.
  const longShares = new ConnectionShares(single ? 1 : long)
  const shortShares = single ? longShares : new ConnectionShares(short)

  async function send(
    client: HttpClient,
    request: UpstreamRequest,
    shares?: ConnectionShares,
    onClose = () => {},
  ): Promise<UpstreamResponse> {
    const { body, signal, contentType, authorization } = request
    const headers = requestHeaders(contentType, authorization)
    const answer = await client.post(origin + request.path, { headers, body, signal })
    answer.body.once('close', onClose)
    giveUpUntaken(answer.body, limits, shares)
    const { 'content-length': length, 'www-authenticate': challenge } = answer.headers
    return {
      status: answer.status,
      length: Array.isArray(length) ? length[0] : length,
      ...(challenge !== undefined && { challenge: [challenge].flat().join(', ') }),
      body: webStream(answer.body),
    }
  }

  async function sendInTurn(
    request: UpstreamRequest,
    onStart: () => void,
  ): Promise<UpstreamResponse> {
    if (request.once && !single)
      return send(fresh, request).catch((error: unknown) => Promise.reject(asAway(error)))
    const shares = request.longAnswer ? longShares : shortShares
    const release = await shares.take(request.client ?? '', request.signal)
    onStart()
    try {
      return await askOverKept(request, shares, release)
    } catch (error) {
      release()
      throw error
    }
  }

  async function askOverKept(
    request: UpstreamRequest,
    shares: ConnectionShares,
    onClose: () => void,
  ) {
    try {
      return await send(kept, request, shares, onClose)
    } catch (error) {
      const unavailable = asAway(error)
      // A kept connection may have been closed while it idled; a second try makes a new one.
      if (unavailable.reason !== 'stale' || request.once || request.signal?.aborted)
        throw unavailable
      return send(kept, request, shares, onClose).catch((again) => Promise.reject(asAway(again)))
    }
  }

  const joined = new JoinedRequests(sendInTurn)
  const ask = (request: UpstreamRequest) => joined.ask(request)
  return { ask, close: async () => void (await Promise.all([kept.close(), fresh.close()])) }
}

/** The time that a piece gives back: 16 KiB or more within it are fast enough. */
const pieceWorthMs = 2_000

/** How often a slow reader's time is compared. */
const checkMs = 1_000

/** Ends an answer that is read too slowly, and its connection. */
function giveUpUntaken(
  body: Readable,
  { takenMs, contendedMs }: Timeouts,
  shares: ConnectionShares | undefined,
) {
  let timer: NodeJS.Timeout | undefined
  let leftMs = takenMs
  let sinceMs = 0
  const limitMs = () => (shares?.isContended ? Math.min(leftMs, contendedMs) : leftMs)
  const check = () => {
    const missingMs = limitMs() - (performance.now() - sinceMs)
    if (missingMs <= 0) body.destroy(new UpstreamUnavailable('lost'))
    else timer = setTimeout(check, Math.min(missingMs, checkMs))
  }
  const wait = () => {
    clearTimeout(timer)
    sinceMs = performance.now()
    check()
  }
  const go = () => {
    clearTimeout(timer)
    const waitedMs = performance.now() - sinceMs
    leftMs = Math.min(takenMs, limitMs() - waitedMs + pieceWorthMs)
  }
  // The web stream pauses the body while its buffer is full.
  body
    .on('pause', wait)
    .on('resume', go)
    .once('close', () => clearTimeout(timer))
}

function asAway(error: unknown): UpstreamUnavailable {
  return error instanceof UpstreamUnavailable
    ? error
    : new UpstreamUnavailable(reasonOf(error), error)
}

// A failure to connect happens before a byte of the request is sent.
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
// So does a failed handshake or an untrusted certificate.
const untrusted = /^(ERR_SSL|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/

function reasonOf(error: unknown): UnavailableReason {
  const code = errorCode(error) ?? ''
  if (error instanceof errors.ConnectTimeoutError || unsent.has(code) || untrusted.test(code))
    return 'unsent'
  if (error instanceof AggregateError || error instanceof SocksClientError) return 'unsent'
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return 'timeout'
  if (error instanceof errors.SocketError || code === 'ECONNRESET' || code === 'EPIPE')
    return 'stale'
  return 'lost'
}
