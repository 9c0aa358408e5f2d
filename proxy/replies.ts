/**
 * The answers that the proxy gives itself.
 *
 * @module
 */
import { stringifyJsonBytes } from '#protocol/json.ts'
import type { AwayError } from './upstream/node.ts'

const json = (status: number, value: unknown) =>
  new Response(stringifyJsonBytes(value) as Uint8Array<ArrayBuffer>, {
    status,
    headers: { 'content-type': 'application/json' },
  })

/** An HTTP error with a body that says why. */
export const refusal = (status: number, error: string) => json(status, { error })

/** An answer of a call at a path. */
export const answer = (value: unknown) => json(200, value)

/** Where the envelope could not be read, monerod answers to the id 0. */
export const rpcError = (code: number, message: string, id: unknown = 0, data?: string) =>
  json(200, { error: { code, message, data }, id, jsonrpc: '2.0' })

/** Server errors of JSON-RPC 2.0 begin here; monero has no code for a proxy without a node. */
export const AWAY = -32000

export const rpcAway = (away: AwayError, id: unknown) => rpcError(AWAY, away.message, id)

export const pathAway = (away: AwayError) =>
  refusal(away.reason === 'late' ? 504 : 502, away.message)
