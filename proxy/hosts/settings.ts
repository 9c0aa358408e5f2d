/**
 * What an operator sets where a program has no command line: the flags of `nightjar`, as variables.
 *
 * @module
 */
import type { Access } from '../access-rules.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { resolverAt } from '#protocol/openalias.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { othersOf, upstreamOf, type Carrier } from './upstreams.ts'

/** Variables as they are set; lists are separated by commas. */
export type Settings = {
  /** monerod to ask, one or several, the next while one is away; without it a chain of our own answers. */
  UPSTREAM?: string
  /** Nodes that pages may choose. */
  ALLOW_UPSTREAM?: string
  /** Names under which it is reached; `*` for all that the platform leads here. */
  ALLOW_HOST?: string
  /** Pages of other origins that may ask; `*` for all. */
  RPC_ACCESS_CONTROL_ORIGINS?: string
  /** `false` gives everyone the administrative calls too. */
  RESTRICTED_RPC?: string
  /** Resolver that looks up OpenAlias names for pages; without it nobody does. */
  DNS_OVER_HTTPS?: string
  /** How often RandomX of a chain of our own gets a new key, as monerod's environment has them. */
  SEEDHASH_EPOCH_BLOCKS?: string
  SEEDHASH_EPOCH_LAG?: string
}

/** What the proxy is to do. */
export type Setup = {
  /** Undefined for a chain of our own. */
  node: UpstreamNode | undefined
  others: Map<string, UpstreamNode>
  access: Access
  restricted: boolean
  /** URL of the resolver for pages. */
  resolver?: string
}

/** @throws {UsageError} Naming the variable that cannot be meant. */
export function setupOf(settings: Settings, carrier: Carrier): Setup {
  const urls = listOf(settings.UPSTREAM)
  return {
    node: urls.length === 0 ? undefined : upstreamOf('UPSTREAM', urls, carrier),
    others: othersOf('ALLOW_UPSTREAM', listOf(settings.ALLOW_UPSTREAM), carrier),
    access: {
      ip: '127.0.0.1',
      hosts: listOf(settings.ALLOW_HOST),
      origins: listOf(settings.RPC_ACCESS_CONTROL_ORIGINS),
    },
    restricted: restrictedOf(settings),
    ...(settings.DNS_OVER_HTTPS && {
      resolver: resolverAt('DNS_OVER_HTTPS', settings.DNS_OVER_HTTPS),
    }),
  }
}

/** Whether only what a public node gives is given. @throws {UsageError} */
export const restrictedOf = ({ RESTRICTED_RPC }: Settings): boolean =>
  switchOf('RESTRICTED_RPC', RESTRICTED_RPC, true)

function switchOf(name: string, value: string | undefined, otherwise: boolean): boolean {
  if (value === undefined || value === '') return otherwise
  if (value === 'true' || value === 'false') return value === 'true'
  throw new UsageError(`${name} must be true or false`)
}
