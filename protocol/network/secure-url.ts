/**
 * URLs of servers whose answers are trusted.
 *
 * @module
 */
import { UsageError } from '../settings.ts'
import { isLoopback } from './ip-address.ts'

/**
 * A URL with `https`, or with `http` on this machine.
 *
 * @param setting - Name of the setting, for the error message.
 * @param what - What the URL is of, for the error message.
 * @throws {UsageError}
 */
export function secureUrl(setting: string, url: string, what: string): string {
  const [, scheme = '', host = ''] =
    /^(https?):\/\/([^\s/?#@:]+|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?$/i.exec(url) ?? []
  const isOurs = host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
  if (scheme.toLowerCase() === 'https' || (scheme !== '' && isOurs)) return url
  throw new UsageError(`${setting}: expected the https URL of ${what}`)
}
