/**
 * Errors of calls, as clients receive them.
 *
 * @module
 */
import { restrictedCode } from '#protocol/daemon/contract.ts'

/** Codes of the daemon's JSON-RPC. @see monero src/rpc/core_rpc_server_error_codes.h */
export const daemonCodes = {
  /** The code of monerod's server if a call throws. */
  UNSPECIFIED: 0,
  WRONG_PARAM: -1,
  TOO_BIG_HEIGHT: -2,
  TOO_BIG_RESERVE_SIZE: -3,
  WRONG_WALLET_ADDRESS: -4,
  INTERNAL_ERROR: -5,
  WRONG_BLOCKBLOB: -6,
  BLOCK_NOT_ACCEPTED: -7,
  CORE_BUSY: -9,
  WRONG_BLOCKBLOB_SIZE: -10,
  MINING_TO_SUBADDRESS: -12,
  REGTEST_REQUIRED: -13,
  RESTRICTED: restrictedCode,
  UNSUPPORTED_BOOTSTRAP: -20,
  PAYMENTS_NOT_ENABLED: -21,
} as const

/** A JSON-RPC error with one of monerod's codes. For a call at a path it is sent as HTTP 500. */
export class NodeRpcError extends Error {
  override name = 'NodeRpcError'
  readonly code: number

  constructor(reason: keyof typeof daemonCodes, message: string) {
    super(message)
    this.code = daemonCodes[reason]
  }
}

/** A result whose status is not OK. Its other fields are zero or empty. */
export class StatusError extends Error {
  override name = 'StatusError'
  /** Fields that were set before the call failed. */
  readonly fields: object

  constructor(status: string, fields: object = {}) {
    super(status)
    this.fields = fields
  }
}

/** Status of calls that a bootstrap node cannot answer, while it is in use. */
export const unsupportedWithBootstrap = 'This command is unsupported for bootstrap daemon'
