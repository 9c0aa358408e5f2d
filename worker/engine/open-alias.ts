/**
 * Addresses that people give us by name.
 *
 * @module
 * @see monero src/common/dns_utils.cpp get_account_address_as_str_from_url
 */
import { aliasAddresses, aliasName } from '#protocol/openalias.ts'
import type { Ports } from './base/ports.ts'

/** What a name stands for, or why that is not known. */
export type Alias = { address: string } | { problem: 'no name' | 'not found' | 'not authentic' }

/**
 * The address that a name stands for, unchecked: the first that its records give, if they are signed.
 *
 * `no name`: it cannot be one, or names are not looked up here.
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
