/**
 * OpenAlias: resolves a domain name to an address.
 *
 * @module
 * @see monero src/common/dns_utils.cpp get_account_address_as_str_from_url
 */
import { aliasAddresses, aliasName } from '#protocol/openalias.ts'
import type { Ports } from './base/ports.ts'

/** The address of a name, or the reason why it is unknown. */
export type Alias = { address: string } | { problem: 'no name' | 'not found' | 'not authentic' }

/**
 * The address of a name, unchecked: the first in its DNS records, if they are signed.
 *
 * `no name`: the text cannot be a domain name, or lookups are turned off.
 */
export async function lookUpAlias({ lookUpText, log }: Ports, text: string): Promise<Alias> {
  const name = lookUpText && aliasName(text)
  if (!name) return { problem: 'no name' }
  const { records, isAuthentic } = await lookUpText(name).catch((error: Error) => {
    log('warning', `a name was not looked up: ${error.message}`)
    return { records: [], isAuthentic: false }
  })
  const [address] = aliasAddresses(records)
  if (address === undefined) return { problem: 'not found' }
  return isAuthentic ? { address } : { problem: 'not authentic' }
}
