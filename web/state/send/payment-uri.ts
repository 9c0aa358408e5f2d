/**
 * Payment requests with one or several recipients.
 *
 * @module
 */
import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'

export type PaymentRequest = {
  /** An amount of 0 is any amount. */
  recipients: readonly { address: string; amount: bigint; name: string }[]
  description: string
}

const separator = ';'

/** Parameters that hold one value for each recipient. */
const lists = ['tx_amount', 'recipient_name', 'tx_payment_id']

/** A `monero:` link, also as some wallets and web pages write its scheme; undefined for another text. */
export function moneroLink(text: string): string | undefined {
  const [, rest] = /^(?:web\+)?monero:(?:\/\/)?(.*)$/is.exec(text.trim()) ?? []
  return rest === undefined ? undefined : `monero:${rest}`
}

/**
 * Splits a link with several recipients into links with one: addresses, amounts and names are separated by
 * semicolons.
 *
 * @returns The links, or why they cannot be read.
 * @see monero src/wallet/wallet2.cpp make_uri for several destinations
 */
function singleLinks(link: string): readonly string[] | string {
  const [, path = '', query = ''] = /^monero:([^?]*)\??(.*)$/s.exec(link) ?? []
  const addresses = path.split(separator)
  if (addresses.length === 1) return [link]
  const parameters = query === '' ? [] : query.split('&')
  const perLink: string[][] = addresses.map(() => [])
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2)
    const values = lists.includes(name) ? value.split(separator) : addresses.map(() => value)
    if (values.length !== addresses.length)
      return `This payment request has ${addresses.length} addresses, but another number of values of ${name}.`
    for (const [index, each] of values.entries())
      if (each !== '') perLink[index]!.push(`${name}=${each}`)
  }
  return addresses.map((address, index) => {
    const own = perLink[index]!.join('&')
    return `monero:${address}${own === '' ? '' : `?${own}`}`
  })
}

/** Reads a link. The engine checks addresses and amounts. @returns Why it cannot be paid, as a text. */
async function readLink(
  client: Pick<WalletClient, 'parse_uri'>,
  link: string,
): Promise<PaymentRequest | string> {
  const links = singleLinks(link)
  if (typeof links === 'string') return links
  const recipients: { address: string; amount: bigint; name: string }[] = []
  let description = ''
  for (const single of links) {
    const { uri } = await client.parse_uri({ uri: single })
    // Without the payment id, the recipient could not assign the payment.
    // monero src/wallet/wallet_rpc_server.cpp validate_transfer
    if (uri.payment_id !== '')
      return 'This request has a long payment id, which is no longer supported. Ask the recipient for a new request.'
    recipients.push({ address: uri.address, amount: uri.amount, name: uri.recipient_name })
    description ||= uri.tx_description
  }
  return { recipients, description }
}

/** As {@link readLink}, with the errors of the engine as texts. */
export const tryLink = (client: Pick<WalletClient, 'parse_uri'>, link: string) =>
  readLink(client, link).catch(errorText)
