/**
 * Responses that the proxy makes itself.
 *
 * @module
 */
import { paidStatus } from '#protocol/daemon/status.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { u64 } from '#protocol/fields.ts'
import { stringifyJsonBody, type JsonBody } from '#protocol/json/json.ts'
import { writeAnswer, type CallOutcome } from '#protocol/json/jsonrpc.ts'
import type { UpstreamUnavailable } from './upstream/node.ts'

/** On every answer, so that a browser never runs HTML of a node as a page of our origin. */
export const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  vary: 'origin',
}

/** The body types of a web `Response`. */
type Body = ConstructorParameters<typeof Response>[0]

/**
 * A response. Headers are a plain object, and the body is text where possible: on Node both avoid a
 * `Headers` object and a second write.
 */
export const reply = (
  status: number,
  type: string,
  body: Body,
  more: Readonly<Record<string, string>> = {},
): Response => new Response(body, { status, headers: { 'content-type': type, ...guards, ...more } })

const json = (status: number, value: unknown) => reply(status, jsonType, stringifyJsonBody(value))
const rpc = (outcome: CallOutcome, id: unknown) => reply(200, jsonType, writeAnswer(outcome, id))
const jsonType = 'application/json'

/** A JSON response whose body is already encoded. */
export const writtenJsonReply = (body: JsonBody) => reply(200, jsonType, body)

/** An HTTP error with its reason in the body. */
export const errorReply = (status: number, error: string) => json(status, { error })

/** The response to a call at a path. */
export const jsonReply = (value: unknown) => json(200, value)

/** The response to a call of `/json_rpc`. */
export const rpcResult = (result: object, id: unknown) => rpc({ result }, id)

/** A JSON-RPC error. There is no id when the envelope could not be read. */
export const rpcError = (code: number, message: string, id?: unknown, data?: string) =>
  rpc({ error: { code, message, ...(data !== undefined && { data }) } }, id)

/** The first server error of JSON-RPC 2.0. monero has no code for a proxy whose node is unavailable. */
const upstreamUnavailableCode = -32000

export const rpcUnavailable = (unavailable: UpstreamUnavailable, id: unknown) =>
  rpcError(upstreamUnavailableCode, unavailable.message, id)

export const pathUnavailable = (unavailable: UpstreamUnavailable) =>
  errorReply(unavailable.reason === 'timeout' ? 504 : 502, unavailable.message)

/** Bytes of portable storage. */
export const binaryReply = (bytes: Uint8Array) =>
  reply(200, 'application/octet-stream', bytes as Uint8Array<ArrayBuffer>)

/** The result of a call that failed, as monerod writes it. */
export const failedStatus = (status: string) => ({
  credits: 0,
  status,
  top_hash: '',
  untrusted: false,
})

const binaryFailureFields = { ...paidStatus, start_height: u64, current_height: u64 }

/** The answer of a binary call that failed, as monerod writes it. */
export const binaryFailure = (status: string) =>
  binaryReply(
    epeeFrom(binaryFailureFields, {
      ...failedStatus(status),
      credits: 0n,
      start_height: 0n,
      current_height: 0n,
    }),
  )
