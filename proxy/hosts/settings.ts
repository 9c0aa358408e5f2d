/**
 * The flags of `nightjar` as environment variables, for platforms without a command line.
 *
 * @module
 */
import type { Access } from '../access-rules.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { requiredFeedAddress } from '#protocol/network/feed-address.ts'
import { secureUrl } from '#protocol/network/secure-url.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { isNearby, originOf } from '../upstream/origin.ts'
import { firstAvailable, othersOf, upstreamsOf, type Carrier } from './upstreams.ts'

/** Variables as the operator sets them. Lists are separated by commas. */
export type Settings = {
  /** One or several monerod to ask, in order of preference. Without it our own chain answers. */
  UPSTREAM?: string
  /** Nodes that pages may choose. */
  ALLOW_UPSTREAM?: string
  /** Host names of the proxy; `*` for all that the platform routes here. */
  ALLOW_HOST?: string
  /** Other origins whose pages may call the proxy; `*` for all. */
  RPC_ACCESS_CONTROL_ORIGINS?: string
  /** `false` allows the administrative calls to every client. */
  RESTRICTED_RPC?: string
  /** Resolver that looks up OpenAlias names for pages. Without it no names are looked up. */
  DNS_OVER_HTTPS?: string
  /** JSON of prices by currency that pages may show. Without it people type a price. */
  PRICES?: string
  /** Servers whose scan feed pages may compare. */
  COMPARE_FEED?: string
  /** `true` or `false`: whether whole blocks are requested to fill in the hashes of pruned data. */
  FILL_HASHES?: string
  /** A new scan feed leaves out the blocks below this height. */
  FEED_FROM_HEIGHT?: string
  /** How often RandomX of our own chain gets a new key; the same variables as monerod's. */
  SEEDHASH_EPOCH_BLOCKS?: string
  SEEDHASH_EPOCH_LAG?: string
}

/** The parsed settings. */
export type Setup = {
  /** Undefined for a chain of our own. */
  node: UpstreamNode | undefined
  /** The nodes that it stands for. */
  nodes: UpstreamNode[]
  others: Map<string, UpstreamNode>
  access: Access
  restricted: boolean
  /** Whether answers with pruned blocks get the hashes of the pruned data. */
  fillHashes: boolean
  /** Where a new scan feed begins; undefined if no variable says it. */
  feedFromHeight?: number
  /** Addresses of servers whose scan feed pages may compare. */
  comparedFeeds: string[]
  /** URL of the resolver for pages. */
  resolver?: string
  /** URL of the prices for pages. */
  priceSource?: string
}

/** @throws {UsageError} Naming the variable with an invalid value. */
export function setupOf(settings: Settings, carrier: Carrier): Setup {
  const urls = listOf(settings.UPSTREAM)
  const nodes = upstreamsOf('UPSTREAM', urls, carrier)
  return {
    node: nodes.length === 0 ? undefined : firstAvailable(nodes),
    nodes,
    others: othersOf('ALLOW_UPSTREAM', listOf(settings.ALLOW_UPSTREAM), carrier),
    access: {
      ip: '127.0.0.1',
      hosts: listOf(settings.ALLOW_HOST),
      origins: listOf(settings.RPC_ACCESS_CONTROL_ORIGINS),
    },
    restricted: restrictedOf(settings),
    fillHashes: switchOf('FILL_HASHES', settings.FILL_HASHES, areNearby(urls)),
    comparedFeeds: listOf(settings.COMPARE_FEED).map((url) =>
      requiredFeedAddress('COMPARE_FEED', url),
    ),
    ...(settings.FEED_FROM_HEIGHT && {
      feedFromHeight: heightOf('FEED_FROM_HEIGHT', settings.FEED_FROM_HEIGHT),
    }),
    ...(settings.DNS_OVER_HTTPS && {
      resolver: secureUrl('DNS_OVER_HTTPS', settings.DNS_OVER_HTTPS, 'a resolver'),
    }),
    ...(settings.PRICES && {
      priceSource: secureUrl('PRICES', settings.PRICES, 'a source of prices'),
    }),
  }
}

/** Whether these nodes are on this machine or a private network. */
const areNearby = (urls: readonly string[]) =>
  urls.length > 0 && urls.every((url) => isNearby(originOf(url)!))

/** Whether the node is restricted. @throws {UsageError} */
export const restrictedOf = ({ RESTRICTED_RPC }: Settings): boolean =>
  switchOf('RESTRICTED_RPC', RESTRICTED_RPC, true)

function heightOf(name: string, value: string): number {
  if (/^\d{1,10}$/.test(value) && Number(value) <= greatestHeight) return Number(value)
  throw new UsageError(`${name}: expected a height from 0 to ${greatestHeight}, got ${value}`)
}

const greatestHeight = 2 ** 31 - 1

function switchOf(name: string, value: string | undefined, otherwise: boolean): boolean {
  if (value === undefined || value === '') return otherwise
  if (value === 'true' || value === 'false') return value === 'true'
  throw new UsageError(`${name}: expected true or false, got ${value}`)
}
