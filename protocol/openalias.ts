/**
 * OpenAlias: names that resolve to addresses by TXT records of DNS.
 *
 * @module
 * @see https://openalias.org, monero src/common/dns_utils.cpp
 */

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
