/**
 * The JSON-RPC envelope, as monerod reads it.
 *
 * @see monero contrib/epee/include/net/http_server_handlers_map2.h BEGIN_JSON_RPC_MAP
 * @module
 */
import { codes } from '#protocol/errors.ts'
import { JsonError, parseJsonBytes } from '#protocol/json.ts'
import { hasPlainArrays, member } from './check.ts'

/** A call that names a method; `id` is any JSON value, undefined when there was none. */
export type Envelope = { id: unknown; method: string; params: unknown }

/** The request is no call. */
export type Unreadable = { code: number; message: string }

/** Reads the body of a call. A batch is refused, as monerod refuses it. */
export function readEnvelope(body: Uint8Array): Envelope | Unreadable {
  const request = body.length === 0 ? {} : readObject(body)
  if (request === undefined) return { code: codes.PARSE_ERROR, message: 'Parse error' }
  const method = member(request, 'method')
  if (typeof method !== 'string') return { code: codes.INVALID_REQUEST, message: 'Invalid Request' }
  const id = member(request, 'id') ?? undefined
  return { id, method, params: member(request, 'params') ?? undefined }
}

/** The JSON object in `body`; undefined when monerod's reader would take it for none. */
export function readObject(body: Uint8Array): object | undefined {
  try {
    const value = parseJsonBytes(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && hasPlainArrays(value) ? value : undefined
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}
