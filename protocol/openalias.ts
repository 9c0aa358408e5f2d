/**
 * OpenAlias: names that stand for addresses, by TXT records of DNS.
 *
 * @module
 * @see https://openalias.org, monero src/common/dns_utils.cpp
 */
import { isLoopback } from './ip-address.ts'
import { UsageError } from './settings.ts'

/** What a resolver answered. */
export type TextRecords = {
  records: readonly string[]
  /** Whether it has verified their signatures (DNSSEC). */
  isAuthentic: boolean
}

/**
 * The name to ask for, of `name@example.org` too; undefined for what cannot be one: nothing that might be
 * an address with a mistake in it is told to a resolver.
 */
export function aliasName(text: string): string | undefined {
  const name = text.replace('@', '.')
  const labels = name.replace(/\.$/, '').split('.')
  if (labels.length < 2 || name.length > 253) return undefined
  return labels.every((label) => /^[\w-]{1,63}$/.test(label)) ? name : undefined
}

/**
 * The addresses that records give for Monero, unchecked.
 *
 * @see monero src/common/dns_utils.cpp address_from_txt_record
 */
export function aliasAddresses(records: readonly string[]): string[] {
  return records.flatMap((record) => {
    const [, address = ''] = /oa1:xmr.*?recipient_address=([^;]*);/s.exec(record) ?? []
    return address.length === 95 || address.length === 106 ? [address] : []
  })
}

/** Of DNS messages over HTTPS. @see RFC 8484 6 */
export const dnsMessage = 'application/dns-message'

/**
 * Where a resolver is: what it answers is believed, so nobody may stand in between.
 *
 * @param setting - Where the URL comes from, for whoever wrote it.
 * @throws {UsageError}
 */
export function resolverAt(setting: string, url: string): string {
  const [, scheme = '', host = ''] =
    /^(https?):\/\/([^\s/?#@:]+|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?$/i.exec(url) ?? []
  const isOurs = host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
  if (scheme.toLowerCase() === 'https' || (scheme !== '' && isOurs)) return url
  throw new UsageError(`${setting} needs the https URL of a resolver`)
}
