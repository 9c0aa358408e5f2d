/**
 * The nodes of the operator, over the HTTP client of this platform.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { originOf } from '../upstream/origin.ts'
import { failoverNode } from '../upstream/failover.ts'

/** Makes the node at an origin. */
export type Carrier = (origin: string) => UpstreamNode

/**
 * The nodes of several URLs.
 *
 * @param setting - Name of the setting with the URLs, for error messages: `--upstream`.
 * @throws {UsageError} For an invalid address.
 */
export const upstreamsOf = (
  setting: string,
  urls: readonly string[],
  carrier: Carrier,
): UpstreamNode[] => originsOf(setting, urls).map((origin) => carrier(origin))

/** One node of several: the first that answers. */
export const firstAvailable = (nodes: readonly UpstreamNode[]): UpstreamNode =>
  failoverNode(nodes, { now: () => performance.now() })

/** Nodes that pages may choose, by origin. @throws {UsageError} For an invalid address. */
export const othersOf = (
  setting: string,
  addresses: readonly string[],
  carrier: Carrier,
): Map<string, UpstreamNode> =>
  new Map(originsOf(setting, addresses).map((origin) => [origin, carrier(origin)]))

// The error does not repeat the text, because it may contain a login.
const originsOf = (setting: string, addresses: readonly string[]): string[] =>
  addresses.map((address, index) => {
    const origin = originOf(address)
    if (origin) return origin
    const place = addresses.length > 1 ? ` (number ${index + 1})` : ''
    throw new UsageError(
      `${setting}${place}: expected the address of a node, such as http://HOST:PORT, without a login`,
    )
  })
