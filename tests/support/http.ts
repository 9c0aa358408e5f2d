/**
 * HTTP as tests ask it: no connection is kept, bytes kept as they came, integers exact.
 *
 * @module
 */
import { Client, request } from 'undici'
import { bytesToText, parseJsonBytes, stringifyJson } from '#protocol/json.ts'

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

/** Sends a body as it is, or an object as JSON. */
export async function post(
  url: string,
  body: string | Uint8Array | object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  return ask(url, { method: 'POST', body: raw ? body : stringifyJson(body), headers })
}

export async function ask(
  url: string,
  options: { method?: string; body?: string | Uint8Array; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', body = null, headers = {} } = options
  // One connection a request: a program that was stopped and started again must not be met on a
  // stale socket. The header `connection: close` would not do: monero's servers then cut long
  // answers short.
  const dispatcher = new Client(new URL(url).origin, patience)
  try {
    const answer = await request(url, { method, body, headers, dispatcher })
    const bytes = new Uint8Array(await answer.body.arrayBuffer())
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes,
      text: () => bytesToText(bytes),
      json: () => parseJsonBytes(bytes, { integers: 'bigint' }),
    }
  } finally {
    await dispatcher.destroy()
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
export async function jsonRpc(url: string, method: string, params: unknown = {}) {
  const answer = await post(url, { jsonrpc: '2.0', id: '0', method, params })
  const { result, error } = answer.json()
  if (error) throw new CallError(Number(error.code), `${method}: ${error.message}`)
  return result
}

/** Asks a daemon at an `http:` origin; integers of its answers are bigints. */
export const daemonClient = (url: string) => ({
  url,
  /** `HOST:PORT` */
  address: new URL(url).host,
  /** A JSON-RPC call; throws when it answers an error. */
  call: (method: string, params?: unknown) => jsonRpc(`${url}/json_rpc`, method, params),
  /** A call at a path of its own, JSON in and out. */
  get: async (path: string, params: object = {}) => (await post(url + path, params)).json(),
  /** Any body to any path. */
  post: (path: string, body: string | Uint8Array | object) => post(url + path, body),
})

export type DaemonClient = ReturnType<typeof daemonClient>
