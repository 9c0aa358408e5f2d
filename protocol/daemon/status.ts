/**
 * What most answers of a daemon hold beside their own fields.
 *
 * @module
 */
import { bool, text, u64 } from '../fields.ts'

/** Whether it went well. @see monero src/rpc/core_rpc_server_commands_defs.h rpc_response_base */
export const status = {
  status: text.describe('OK, or why the call failed: BUSY, NOT MINING, Failed, ...'),
  untrusted: bool
    .default(false)
    .describe('Answered by a bootstrap daemon, not from its own chain.'),
}

/** The same where calls may be paid for. @see monero rpc_access_response_base */
export const paidStatus = {
  ...status,
  credits: u64.default(0n).describe('Credits left where calls are paid for.'),
  top_hash: text.default('').describe('Top block where calls are paid for.'),
}

/** Who asks, where calls are paid for. @see monero rpc_access_request_base */
export const client = {
  client: text.default('').describe('Signature that names the client where calls are paid for.'),
}
