/**
 * Fields that most params and results of a daemon share.
 *
 * @module
 */
import { bool, text, u64 } from '../fields.ts'

/** Status of an answer. @see monero src/rpc/core_rpc_server_commands_defs.h rpc_response_base */
export const status = {
  status: text.describe('OK, or why the call failed: BUSY, NOT MINING, Failed, ...'),
  untrusted: bool
    .default(false)
    .describe('Answered by a bootstrap daemon, not by the node itself.'),
}

/** The same for calls that may be paid. @see monero rpc_access_response_base */
export const paidStatus = {
  ...status,
  credits: u64.default(0n).describe('Remaining credits, if calls are paid.'),
  top_hash: text.default('').describe('Top block, if calls are paid.'),
}

/** The client, for calls that may be paid. @see monero rpc_access_request_base */
export const client = {
  client: text.default('').describe('Signature that identifies the client, if calls are paid.'),
}
