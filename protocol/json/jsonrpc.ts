/**
 * The JSON-RPC envelope, as monero's servers read and write it.
 *
 * It differs from JSON-RPC 2.0: batches and notifications are not supported, `jsonrpc` is ignored, `params`
 * may be absent, and any JSON value is a valid id.
 *
 * @module
 * @see monero contrib/epee/include/net/http_server_handlers_map2.h BEGIN_JSON_RPC_MAP
 */
import { codes } from '../errors.ts'
import { JsonError, stringifyJson, WithoutEmptyLists } from './json.ts'
import { parseRequest, type RequestOptions } from './request-json.ts'

/** Largest request that a wallet service takes, in bytes; the reference's limit on its newest branch. */
export const mostRequestBytes = 100 * 1024 * 1024

/** A call with a method name. `id` is undefined if absent. */
export type RpcCall = { id: unknown; method: string; params: unknown }

/** The error of a body that is not a call. Its answer has the id 0. */
export type InvalidCall = { code: number; message: string }

/** The outcome of a call. */
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
 * Writes an answer without empty lists and undefined members, as monero's serialiser does.
 *
 * @param id - Of the call. Without one, monero answers 0, or the empty string for an unknown method.
 */
export function writeAnswer(outcome: CallOutcome, id: unknown): string {
  const unknown = 'error' in outcome && outcome.error.code === codes.METHOD_NOT_FOUND
  const envelope = { id: id ?? (unknown ? '' : 0), jsonrpc: '2.0' }
  if ('error' in outcome) return stringifyJson({ error: outcome.error, ...envelope }, 2)
  return stringifyJson({ ...envelope, result: new WithoutEmptyLists(outcome.result) }, 2)
}
