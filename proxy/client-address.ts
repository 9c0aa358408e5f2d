/**
 * The address and the connection of a client.
 *
 * @module
 */
import type { Context } from 'hono'

/** What Node's server gives an app. */
type NodeEnvironment = { incoming?: { socket?: { remoteAddress?: string; destroyed?: boolean } } }

/**
 * The IP address of the client, of IPv6 the network of 64 bits; empty on hosts that do not give it. Behind
 * a reverse proxy it is that of the proxy.
 */
export function clientAddress({ env }: Pick<Context, 'env'>): string {
  const { incoming } = (env as NodeEnvironment | undefined) ?? {}
  return networkOf(unmapped(incoming?.socket?.remoteAddress ?? ''))
}

/** Whether the client has closed its connection; false on hosts that do not know. */
export function isDisconnected({ env }: Pick<Context, 'env'>): boolean {
  const { incoming } = (env as NodeEnvironment | undefined) ?? {}
  return incoming?.socket?.destroyed === true
}

/** The address without a zone; an IPv4 address that an IPv6 socket sees as an IPv6 address becomes itself again. */
export const unmapped = (address: string): string =>
  address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*/, '')

/** The address; of IPv6 the network of 64 bits, because a client has all addresses of its network. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = 8 - groups(head).length - groups(tail ?? '').length
  const all = [
    ...groups(head),
    ...new Array<string>(Math.max(zeros, 0)).fill('0'),
    ...groups(tail ?? ''),
  ]
  return all.slice(0, 4).join(':')
}
