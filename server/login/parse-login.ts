/**
 * A login as flags give it.
 *
 * @module
 */
import type { Login } from '#protocol/network/digest.ts'
import { UsageError } from '#protocol/settings.ts'

/** The login in `NAME:PASSWORD`. @throws {UsageError} Naming the flag and never the text. */
export function parseLogin(flag: string, value: string): Login {
  const colon = value.indexOf(':')
  if (colon < 1) throw new UsageError(`--${flag} needs NAME:PASSWORD`)
  return { username: value.slice(0, colon), password: value.slice(colon + 1) }
}
