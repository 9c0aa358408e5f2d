/**
 * Params that the calls about proofs share.
 *
 * @module
 */
import type { Address } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import type { Wallet } from '../../engine/wallet.ts'

export const txidParam = { txid: text.default('').describe('64 hex digits.') }
export const messageParam = {
  message: text
    .default('')
    .describe('Message that the proof is bound to. The check of the proof needs the same message.'),
}

/** @throws {RpcError} WRONG_ADDRESS unless it is an address of the wallet's network. */
export function requireAddress(wallet: Wallet, given: string): Address {
  const address = wallet.readAddress(given)
  if (!address) throw new RpcError('WRONG_ADDRESS', 'Invalid address')
  return address
}
