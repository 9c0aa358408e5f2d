/**
 * Addresses of second servers with a scan feed.
 *
 * @module
 */
import { UsageError } from '../settings.ts'
import { isLoopback, isPrivate } from './ip-address.ts'

/** Scheme, host, port and path. The address becomes a part of a header, so that few characters are allowed. */
const form = /^(https?):\/\/([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?((?:\/[\w.~%-]+)*)\/*$/i

/**
 * The base URL of a server whose scan feed is compared, without a slash at its end; undefined for other texts.
 *
 * It has `https`, or `http` where the network in between cannot change answers: for an onion address, this machine
 * and private networks. A static host may have the feed below a path.
 */
export function feedAddress(typed: string): string | undefined {
  const [, scheme, host, port = '', path = ''] = form.exec(typed.trim()) ?? []
  if (scheme === undefined || host === undefined) return undefined
  const isSecure = scheme.toLowerCase() === 'https' || isShielded(host.toLowerCase())
  return isSecure ? `${scheme}://${host}`.toLowerCase() + port + path : undefined
}

/** @param setting - Names the setting in the error. @throws {UsageError} for what {@link feedAddress} does not accept. */
export function requiredFeedAddress(setting: string, typed: string): string {
  const address = feedAddress(typed)
  if (address !== undefined) return address
  throw new UsageError(
    `${setting}: expected an https URL, or an http URL of an onion service or a private network, without a login`,
  )
}

function isShielded(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.onion') || isLoopback(name) || isPrivate(name)
}
