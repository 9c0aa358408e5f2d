/**
 * The HTTP client of all programs: POST requests over kept connections, which one connector makes.
 *
 * @module
 */
import { Readable } from 'node:stream'
import { Agent, type buildConnector, type Dispatcher } from 'undici'

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
  const agent = new Agent(options)
  return {
    async post(url, { headers, body, signal = undefined }) {
      const { origin, pathname, search, username, password } = new URL(url)
      if (username !== '' || password !== '') throw new TypeError('the URL includes credentials')
      const { statusCode, ...answer } = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal: signal ?? null,
      })
      return { status: statusCode, headers: answer.headers, body: answer.body }
    },
    close: () => agent.destroy(),
  }
}

/** The rest of a body, for readers of web streams. */
export const webStream = (body: Readable) =>
  Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>
