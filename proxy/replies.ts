/**
 * The answers that the proxy gives itself.
 *
 * @module
 */
import { paidStatus } from '#protocol/daemon/status.ts'
import { epeeFrom } from '#protocol/epee.ts'
import { u64 } from '#protocol/fields.ts'
import { stringifyJsonBytes } from '#protocol/json.ts'
import { writeAnswer, type CallOutcome } from '#protocol/jsonrpc.ts'
import type { AwayError } from './upstream/node.ts'

const reply = (status: number, body: string | Uint8Array<ArrayBuffer>) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })
const json = (status: number, value: unknown) => reply(status, stringifyJsonBytes(value))
const rpc = (outcome: CallOutcome, id: unknown) => reply(200, writeAnswer(outcome, id))

/** JSON that is written already. */
export const jsonBytes = (bytes: Uint8Array<ArrayBuffer>) => reply(200, bytes)

/** An HTTP error with a body that says why. */
export const refusal = (status: number, error: string) => json(status, { error })

/** An answer of a call at a path. */
export const answer = (value: unknown) => json(200, value)

/** The answer of a call of `/json_rpc`. */
export const rpcResult = (result: object, id: unknown) => rpc({ result }, id)

/** A JSON-RPC error; where the envelope could not be read, there is no id. */
export const rpcError = (code: number, message: string, id?: unknown, data?: string) =>
  rpc({ error: { code, message, ...(data !== undefined && { data }) } }, id)

/** Server errors of JSON-RPC 2.0 begin here; monero has no code for a proxy without a node. */
export const AWAY = -32000

export const rpcAway = (away: AwayError, id: unknown) => rpcError(AWAY, away.message, id)

export const pathAway = (away: AwayError) =>
  refusal(away.reason === 'late' ? 504 : 502, away.message)

/** Bytes of portable storage. */
export const binary = (bytes: Uint8Array) =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': 'application/octet-stream' },
  })

const failed = { ...paidStatus, start_height: u64, current_height: u64 }

/** The answer of a binary call that failed, as monerod writes it. */
export const binaryFailure = (status: string) =>
  binary(epeeFrom(failed, { status, start_height: 0n, current_height: 0n, ...unpaid }))

const unpaid = { untrusted: false, credits: 0n, top_hash: '' }
