/**
 * Reads addresses from user input.
 *
 * @module
 */
import { parseAddress, type Address, type Network } from '#protocol/address.ts'
import type { Crypto } from '#wasm/types.ts'

/**
 * The address in a text, if its keys are points of the curve.
 *
 * @param network - The required network; default any.
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_account_address_from_str
 */
export function readAddress(crypto: Crypto, text: string, network?: Network): Address | undefined {
  const address = parseAddress(text, network)
  if (!address) return undefined
  return crypto.isPoint(address.spendKey) && crypto.isPoint(address.viewKey) ? address : undefined
}
