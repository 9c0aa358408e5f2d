/**
 * Measures all requests of an app by route, until their answers are sent.
 *
 * On Node the end is that of the connection's part in it, so clients that disconnect end their requests too. Other hosts
 * do not report it: there a request ends where its answer begins, and no bytes are counted.
 *
 * @module
 */
import type { MiddlewareHandler } from 'hono'
import {
  secondsBuckets,
  type Counter,
  type Gauge,
  type Histogram,
  type NoLabels,
  type Registry,
} from './registry.ts'
import type { RouteNames } from './route-names.ts'
import { statusClass, statusClasses } from './status-class.ts'

type RouteSets = { route: readonly string[] }

export type RequestMetrics = {
  requests: Counter<RouteSets & { status: readonly string[] }>
  sentBytes: Counter<RouteSets>
  seconds: Histogram<RouteSets>
  inFlight: Gauge<NoLabels>
  nameOf: RouteNames['nameOf']
  /** Milliseconds of a monotonic clock. */
  nowMs: () => number
}

/** @param nowMs - A monotonic clock. */
export function requestMetrics(
  registry: Registry,
  { names, nameOf }: RouteNames,
  nowMs: () => number,
): RequestMetrics {
  const sets = { route: names }
  return {
    nameOf,
    nowMs,
    requests: registry.counter('nightjar_http_requests_total', 'Requests by HTTP status.', {
      ...sets,
      status: statusClasses,
    }),
    sentBytes: registry.counter(
      'nightjar_http_sent_bytes_total',
      'Bytes of answers with their headers.',
      sets,
    ),
    seconds: registry.histogram(
      'nightjar_http_request_seconds',
      'Time until an answer is sent.',
      secondsBuckets,
      sets,
    ),
    inFlight: registry.gauge(
      'nightjar_http_requests_in_flight',
      'Requests whose answer is not sent.',
    ),
  }
}

/** What Node's server gives an app. A connection has one request at a time: `server/http/traffic.ts`. */
type NodeEnvironment = {
  incoming?: { socket?: { bytesWritten: number } }
  outgoing?: { closed: boolean; once: (event: 'close', listener: () => void) => unknown }
}

/** Belongs before all other middleware, so that refused requests count too. */
export function meteredRequests(metrics: RequestMetrics): MiddlewareHandler {
  const { requests, sentBytes, seconds, inFlight, nameOf, nowMs } = metrics
  return async (c, next) => {
    const { incoming, outgoing } = (c.env as NodeEnvironment | undefined) ?? {}
    const socket = incoming?.socket
    const sentBefore = socket?.bytesWritten ?? 0
    const startMs = nowMs()
    const route = nameOf(c.req.path)
    let status: number | undefined
    const end = () => {
      inFlight.add({}, -1)
      requests.add({ route, status: statusClass(status) })
      seconds.observe({ route }, (nowMs() - startMs) / 1000)
      sentBytes.add({ route }, (socket?.bytesWritten ?? 0) - sentBefore)
    }
    inFlight.add({}, 1)
    const endsByItself = outgoing?.closed === false
    if (endsByItself) outgoing?.once('close', end)
    try {
      await next()
      status = c.res.status
    } finally {
      if (!endsByItself) end()
    }
  }
}
