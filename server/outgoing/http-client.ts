/**
 * The HTTP client of all programs: POST requests over kept connections, which one connector makes. Its
 * requests have the headers of the caller, `Host` and `Content-Length`, and no others.
 *
 * @module
 */
import { Readable } from 'node:stream'
import type { buildConnector, Dispatcher } from 'undici'
import { hostHeader, withWallet2Heads } from './request-head.ts'
import { Agent, request } from './undici.ts'

export type ClientOptions = {
  connect: buildConnector.connector
  /** Connections at once; without a limit by default. */
  connections?: number
  /** 0 makes a connection for each request. */
  pipelining?: 0
  /** Until an idle connection is closed. */
  keepAliveTimeout?: number
  /** Until the answer begins, in milliseconds. */
  headersTimeout?: number
  /** Between two pieces of the answer, in milliseconds. */
  bodyTimeout?: number
}

type ClientRequest = {
  /** In the order and spelling in which they are sent. */
  headers: Record<string, string>
  body: Uint8Array
  /** Also ends an answer that is still being read. */
  signal?: AbortSignal | undefined
}

type ClientAnswer = Pick<Dispatcher.ResponseData, 'headers' | 'body'> & { status: number }

export type HttpClient = {
  /** Follows no redirect. Rejects with the errors of undici, of sockets and of TLS. */
  post: (url: string, request: ClientRequest) => Promise<ClientAnswer>
  /** Ends connections and pending requests. */
  close: () => Promise<void>
}

export function httpClient(options: ClientOptions): HttpClient {
  const agent = new Agent({ ...options, connect: withWallet2Heads(options.connect) })
  return {
    async post(url, { headers, body, signal = undefined }) {
      const target = new URL(url)
      const { origin, pathname, search, username, password } = target
      if (username !== '' || password !== '') throw new TypeError('the URL includes credentials')
      const { statusCode, ...answer } = await request.call(agent, {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { host: hostHeader(target), ...headers },
        body,
        signal: signal ?? null,
      })
      return { status: statusCode, headers: answer.headers, body: answer.body }
    },
    close: () => agent.destroy(),
  }
}

/** GET requests for files of a server of ours, over kept connections. They do not imitate wallet2. */
export function fileClient({ connect }: Pick<ClientOptions, 'connect'>) {
  const agent = new Agent({ connect })
  return {
    /** Follows no redirect. Rejects as {@link HttpClient} does. */
    async fetch(
      url: string,
      { signal, headers: sent }: Pick<RequestInit, 'signal'> & { headers?: Record<string, string> },
    ) {
      const { origin, pathname } = new URL(url)
      const { statusCode, headers, body } = await request.call(agent, {
        origin,
        path: pathname,
        method: 'GET',
        signal: signal ?? null,
        ...(sent && { headers: sent }),
      })
      const shown = ['content-length', 'content-range'].flatMap((name): [string, string][] => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      return {
        status: statusCode,
        headers: new Headers(shown),
        body: webStream(body),
      }
    },
    /** Ends connections and pending requests. */
    close: (): Promise<void> => agent.destroy(),
  }
}

/** The rest of a body, for readers of web streams. */
export const webStream = (body: Readable) =>
  Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>
