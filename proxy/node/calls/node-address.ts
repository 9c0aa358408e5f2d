/**
 * Parses addresses that receive mining rewards.
 *
 * @module
 */
import { parseAddress, type Address } from '#protocol/address.ts'
import type { NodeContext } from '../context.ts'

/** An address whose keys are points; undefined for anything else. */
export function parseNodeAddress(
  { crypto, options }: NodeContext,
  text: string,
): Address | undefined {
  const address = parseAddress(text, options.network)
  if (!address || !crypto.isPoint(address.spendKey) || !crypto.isPoint(address.viewKey))
    return undefined
  return address
}
