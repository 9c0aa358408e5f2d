/**
 * OpenAlias: names that resolve to addresses by TXT records of DNS.
 *
 * @module
 * @see https://openalias.org, monero src/common/dns_utils.cpp
 */
import { isLoopback } from './network/ip-address.ts'
import { UsageError } from './settings.ts'

/** The answer of a resolver. */
export type TextRecords = {
  records: readonly string[]
  /** Whether the resolver verified their signatures (DNSSEC). */
  isAuthentic: boolean
}

/**
 * The name to resolve, also of `name@example.org`. Undefined for anything else: a mistyped address must not
 * be sent to a resolver.
 */
export function aliasName(text: string): string | undefined {
  const name = text.replace('@', '.')
  const labels = name.replace(/\.$/, '').split('.')
  if (labels.length < 2 || name.length > 253) return undefined
  return labels.every((label) => /^[\w-]{1,63}$/.test(label)) ? name : undefined
}

/**
 * The Monero addresses in the records, unchecked.
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
 * The URL of a resolver. Its answers are trusted, so it must be https.
 *
 * @param setting - Name of the setting, for the error message.
 * @throws {UsageError}
 */
export function resolverAt(setting: string, url: string): string {
  const [, scheme = '', host = ''] =
    /^(https?):\/\/([^\s/?#@:]+|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?$/i.exec(url) ?? []
  const isOurs = host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
  if (scheme.toLowerCase() === 'https' || (scheme !== '' && isOurs)) return url
  throw new UsageError(`${setting}: expected the https URL of a resolver`)
}
