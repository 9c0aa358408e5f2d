/**
 * Flags of all programs: the host names and origins that are served.
 *
 * @module
 */
import { isIP } from 'node:net'
import { listOf, UsageError } from '#protocol/settings.ts'
import type { Access } from '../../proxy/access-rules.ts'
import type { Flags, Given } from '../flags/flags.ts'

export const accessFlags = {
  'rpc-access-control-origins': {
    takes: 'ORIGIN[,ORIGIN...]',
    mayBeEmpty: true,
    help: 'Origins of web pages that may send calls; * for all',
  },
  'allow-host': {
    takes: 'NAME[,NAME...]',
    help: 'Host names that are served, in addition to localhost',
  },
} as const satisfies Flags

/** An address to listen on. @throws {UsageError} */
export function ipOf(flag: string, value = '127.0.0.1'): string {
  if (isIP(value)) return value
  throw new UsageError(`--${flag} needs an IP address`)
}

/** The access rules of a listener. @param ip - The address that it listens on. */
export const accessOf = (ip: string, given: Given<typeof accessFlags>): Access => ({
  ip,
  hosts: listOf(given['allow-host']),
  origins: listOf(given['rpc-access-control-origins']),
})
