/**
 * Which names and origins a program serves, and which nodes it reaches.
 *
 * @module
 */
import { isIP } from 'node:net'
import type { Access } from '../../proxy/access-rules.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import type { Flags, Given } from '../flags/flags.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import { undiciNode } from '../outgoing/undici-node.ts'
import * as upstreams from '../../proxy/hosts/upstreams.ts'

/** Flags of both programs. */
export const accessFlags = {
  'rpc-access-control-origins': {
    takes: 'ORIGIN[,ORIGIN...]',
    help: 'Pages of other origins that may ask; * for all.',
  },
  'allow-host': {
    takes: 'NAME[,NAME...]',
    help: 'Names beside localhost under which it is reached.',
  },
  'allow-upstream': {
    takes: 'ADDRESS[,ADDRESS...]',
    help: 'Nodes, HOST:PORT or URL, that pages may choose.',
  },
  'restricted-rpc': { help: 'Give what monerod gives to the public, and no more.' },
} as const satisfies Flags

/** An address to listen on. @throws {UsageError} */
export function ipOf(flag: string, value = '127.0.0.1'): string {
  if (isIP(value)) return value
  throw new UsageError(`--${flag} needs an IP address`)
}

/** Who is served on an address. */
export const accessOf = (ip: string, given: Given<typeof accessFlags>): Access => ({
  ip,
  hosts: listOf(given['allow-host']),
  origins: listOf(given['rpc-access-control-origins']),
})

/** One node of several URLs, the first that answers. */
export const upstreamOf = (urls: readonly string[]): UpstreamNode =>
  upstreams.upstreamOf('--upstream', urls, undiciNode)

/** Nodes that pages may choose, by origin. */
export const othersOf = (addresses: readonly string[]): Map<string, UpstreamNode> =>
  upstreams.othersOf('--allow-upstream', addresses, undiciNode)
