/**
 * What the calls about proofs take alike.
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
    .describe('Message that the proof is bound to; checking the proof needs it.'),
}

/** @throws {RpcError} WRONG_ADDRESS unless it is one of the wallet's network. */
export function requireAddress(wallet: Wallet, given: string): Address {
  const address = wallet.readAddress(given)
  if (!address) throw new RpcError('WRONG_ADDRESS', 'Invalid address')
  return address
}
