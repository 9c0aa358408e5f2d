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
export async function lookUpAlias(ports: Ports, text: string): Promise<Alias> {
  const named = await lookUpName(ports, text)
  if ('problem' in named) return named
  return named.isAuthentic ? { address: named.address } : { problem: 'not authentic' }
}

/** The address in the first record of a name, signed or not. */
export type Named = { address: string; isAuthentic: boolean } | { problem: 'no name' | 'not found' }

/** As {@link lookUpAlias}, but also returns an address that is not signed: the user decides about it. */
export async function lookUpName({ lookUpText, log }: Ports, text: string): Promise<Named> {
  const name = lookUpText && aliasName(text)
  if (!name) return { problem: 'no name' }
  const { records, isAuthentic } = await lookUpText(name).catch((error: Error) => {
    log('warning', `a name was not looked up: ${error.message}`)
    return { records: [], isAuthentic: false }
  })
  const [address] = aliasAddresses(records)
  return address === undefined ? { problem: 'not found' } : { address, isAuthentic }
}
