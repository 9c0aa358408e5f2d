/**
 * The JSON-RPC envelope, as monero's servers read and write it.
 *
 * It is JSON-RPC 2.0 with a few turns of its own: there are no batches and no notifications, `jsonrpc` is
 * never looked at, `params` may be absent, any JSON value is an id and comes back as it went.
 *
 * @module
 * @see monero contrib/epee/include/net/http_server_handlers_map2.h BEGIN_JSON_RPC_MAP
 */
import { codes } from './errors.ts'
import { JsonError, stringifyJson, WithoutEmptyLists } from './json.ts'
import { parseRequest, type RequestOptions } from './request-json.ts'

/** Largest request that a wallet service takes, in bytes; the reference's limit on its newest branch. */
export const mostRequestBytes = 100 * 1024 * 1024

/** A call that names a method. `id` is undefined when there was none. */
export type RpcCall = { id: unknown; method: string; params: unknown }

/** Why a body is no call. Its answer has the id 0. */
export type InvalidCall = { code: number; message: string }

/** What a call came to. */
export type CallOutcome =
  { result: unknown } | { error: { code: number; message: string; data?: string } }

/** Reads the body of a request. */
export function readCall(body: Uint8Array, options: RequestOptions = {}): RpcCall | InvalidCall {
  const request = membersOf(body, options)
  if (!request) return { code: codes.PARSE_ERROR, message: 'Parse error' }
  const { id, method, params } = request
  if (typeof method !== 'string') return { code: codes.INVALID_REQUEST, message: 'Invalid Request' }
  return { id: id ?? undefined, method, params: params ?? undefined }
}

function membersOf(body: Uint8Array, options: RequestOptions) {
  try {
    return parseRequest(body, options)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

/**
 * Writes an answer, leaving out empty lists and what is undefined, as monero's serialiser does.
 *
 * @param id - Of the call. Without one, monero answers 0, to an unknown method the empty string.
 */
export function writeAnswer(outcome: CallOutcome, id: unknown): string {
  const unknown = 'error' in outcome && outcome.error.code === codes.METHOD_NOT_FOUND
  const envelope = { id: id ?? (unknown ? '' : 0), jsonrpc: '2.0' }
  if ('error' in outcome) return stringifyJson({ error: outcome.error, ...envelope }, 2)
  return stringifyJson({ ...envelope, result: new WithoutEmptyLists(outcome.result) }, 2)
}
