/**
 * HTTP as tests ask it: no connection is kept unless asked for, bytes kept as they came, integers exact.
 *
 * @module
 */
import { Client, request } from 'undici'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'

const patience = { headersTimeout: 600_000, bodyTimeout: 600_000 }

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Uint8Array
  /** The body as text, a character a byte. */
  text: () => string
  /** The body as JSON, integers as bigints. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any field of any answer
  json: () => any
}

type Asking = { method?: string; body?: string | Uint8Array; headers?: Record<string, string> }

/** Sends a body as it is, or an object as JSON. */
export type Post = (
  url: string,
  body: string | Uint8Array | object,
  headers?: Record<string, string>,
) => Promise<Answer>

const posting =
  (ask: (url: string, options: Asking) => Promise<Answer>): Post =>
  (url, body, headers = {}) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    return ask(url, { method: 'POST', body: raw ? body : stringifyJson(body), headers })
  }

export const post = posting(ask)

export async function ask(url: string, options: Asking = {}): Promise<Answer> {
  // One connection a request: a program that was stopped and started again must not be met on a
  // stale socket. The header `connection: close` would not do: monero's servers then cut long
  // answers short.
  const connection = new Client(new URL(url).origin, patience)
  try {
    return await askOver(connection, url, options)
  } finally {
    await connection.destroy()
  }
}

/** Sends what goes to an origin over one connection, for those who ask thousands of times. */
export function keptPost(origin: string): Post {
  let connection = new Client(origin, patience)
  return posting(async (url, options) => {
    const answer = await askOver(connection, url, options)
    if (answer.status === 200) return answer
    // After an error monerod closes the connection and does not say so.
    const last = connection
    connection = new Client(origin, patience)
    await last.close()
    return answer
  })
}

async function askOver(dispatcher: Client, url: string, options: Asking): Promise<Answer> {
  const { method = 'GET', body = null, headers = {} } = options
  const answer = await request(url, { method, body, headers, dispatcher })
  const bytes = new Uint8Array(await answer.body.arrayBuffer())
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes,
    text: () => bytesToLatin1(bytes),
    json: () => parseJsonBytes(bytes, { integers: 'bigint' }),
  }
}

/** What a JSON-RPC service refused a call with. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A JSON-RPC call; throws {@link CallError} when the service answers an error. */
export async function jsonRpc(
  url: string,
  method: string,
  params: unknown = {},
  send: Post = post,
) {
  const answer = await send(url, { jsonrpc: '2.0', id: '0', method, params })
  const { result, error } = answer.json()
  if (error) throw new CallError(Number(error.code), `${method}: ${error.message}`)
  return result
}

/** Asks a daemon at an `http:` origin; integers of its answers are bigints. */
export const daemonClient = (url: string, send: Post = post) => ({
  url,
  /** `HOST:PORT` */
  address: new URL(url).host,
  /** A JSON-RPC call; throws when it answers an error. */
  call: (method: string, params?: unknown) => jsonRpc(`${url}/json_rpc`, method, params, send),
  /** A call at a path of its own, JSON in and out. */
  get: async (path: string, params: object = {}) => (await send(url + path, params)).json(),
  /** Any body to any path. */
  post: (path: string, body: string | Uint8Array | object) => send(url + path, body),
})

export type DaemonClient = ReturnType<typeof daemonClient>
