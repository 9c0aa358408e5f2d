/**
 * How a call fails, as monerod's callers see it.
 *
 * @module
 */
import { restrictedCode } from '#protocol/daemon/contract.ts'

/** Codes of the daemon's JSON-RPC. @see monero src/rpc/core_rpc_server_error_codes.h */
export const daemonCodes = {
  /** What monerod's server answers when a call throws. */
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

/** A JSON-RPC error with one of monerod's codes; at a path of its own, monerod answers HTTP 500. */
export class NodeRpcError extends Error {
  override name = 'NodeRpcError'
  readonly code: number

  constructor(reason: keyof typeof daemonCodes, message: string) {
    super(message)
    this.code = daemonCodes[reason]
  }
}

/** A result whose status is not OK; its other fields are what they are at first: zero or empty. */
export class StatusError extends Error {
  override name = 'StatusError'
  /** Fields that were set before it failed. */
  readonly fields: object

  constructor(status: string, fields: object = {}) {
    super(status)
    this.fields = fields
  }
}

/** The answer of calls that only our own chain can serve, while a bootstrap node is in use. */
export const unsupportedWithBootstrap = 'This command is unsupported for bootstrap daemon'
