/**
 * Errors of multisig steps, with the reference's messages.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

/** @param why - Describes the mismatch, without secrets. @param data - One of `errorDetails`. */
export const refused = (why: string, data?: string): RpcError =>
  new RpcError('UNKNOWN_ERROR', why, data)

/**
 * Multisig is experimental, and disabled until it is enabled explicitly.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp CHECK_MULTISIG_ENABLED
 */
export const disabled = (data?: string): RpcError =>
  new RpcError(
    'DISABLED',
    'This wallet is multisig, and multisig is disabled. Multisig is an experimental feature and ' +
      'may have bugs. Things that could go wrong include: funds sent to a multisig wallet ' +
      "can't be spent at all, can only be spent with the participation of a malicious group " +
      'member, or can be stolen by a malicious group member. You can enable it by running this ' +
      'once in monero-wallet-cli: set enable-multisig-experimental 1',
    data,
  )
