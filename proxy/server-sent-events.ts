/**
 * Server-Sent Events: their text, and what every stream of them has.
 *
 * @module
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import { stringifyJson } from '#protocol/json/json.ts'

/** A client with more unread bytes is disconnected. It connects again, and reads the present state. */
export const mostUnread = 1024 * 1024

/** So that both ends, and proxies in between, notice a broken connection. */
export const heartbeatMs = 15_000

/** A comment, which clients ignore. */
export const heartbeat = ':\n\n'

/** Begins a stream: clients connect again three seconds after it ends. */
export const streamStart = 'retry: 3000\n\n'

/** Of the answer, beside its type. Without the second, a reverse proxy may buffer the events. */
export const streamHeaders = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

export type SentEvent = { name: string; data: object; id?: string | undefined }

export const eventText = ({ name, data, id }: SentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${stringifyJson(data)}\n\n`
