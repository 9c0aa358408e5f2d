/**
 * The answers that the proxy gives itself.
 *
 * @module
 */
import { paidStatus } from '#protocol/daemon/status.ts'
import { epeeFrom } from '#protocol/epee.ts'
import { u64 } from '#protocol/fields.ts'
import { stringifyJsonBody, type JsonBody } from '#protocol/json.ts'
import { writeAnswer, type CallOutcome } from '#protocol/jsonrpc.ts'
import type { UpstreamUnavailable } from './upstream/node.ts'

/** On every answer: none may become a page of ours in a browser, whatever a node puts into it. */
export const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  vary: 'origin',
}

/** What a web `Response` may hold. */
type Body = ConstructorParameters<typeof Response>[0]

/**
 * An answer. Its headers are a plain object, and its body text where it can be: on Node both spare the
 * platform's `Headers` and a second write.
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

/** JSON that is written already. */
export const writtenJsonReply = (body: JsonBody) => reply(200, jsonType, body)

/** An HTTP error with a body that says why. */
export const errorReply = (status: number, error: string) => json(status, { error })

/** An answer of a call at a path. */
export const jsonReply = (value: unknown) => json(200, value)

/** The answer of a call of `/json_rpc`. */
export const rpcResult = (result: object, id: unknown) => rpc({ result }, id)

/** A JSON-RPC error; where the envelope could not be read, there is no id. */
export const rpcError = (code: number, message: string, id?: unknown, data?: string) =>
  rpc({ error: { code, message, ...(data !== undefined && { data }) } }, id)

/** Server errors of JSON-RPC 2.0 begin here; monero has no code for a proxy without a node. */
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
