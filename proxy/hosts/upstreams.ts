/**
 * The nodes that an operator names, reached by whatever carries bytes on this platform.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { originOf } from '../upstream/origin.ts'
import { failoverNode } from '../upstream/failover.ts'

/** Reaches the node at an origin. */
export type Carrier = (origin: string) => UpstreamNode

/**
 * One node of several URLs, the first that answers.
 *
 * @param setting - Where the URLs come from, for whoever wrote them: `--upstream`.
 * @throws {UsageError} For what is no address.
 */
export const upstreamOf = (
  setting: string,
  urls: readonly string[],
  carrier: Carrier,
): UpstreamNode =>
  failoverNode(
    originsOf(setting, urls).map((origin) => carrier(origin)),
    { now: () => performance.now() },
  )

/** Nodes that pages may choose, by origin. @throws {UsageError} For what is no address. */
export const othersOf = (
  setting: string,
  addresses: readonly string[],
  carrier: Carrier,
): Map<string, UpstreamNode> =>
  new Map(originsOf(setting, addresses).map((origin) => [origin, carrier(origin)]))

// The text is not repeated: someone may have put a login into it.
const originsOf = (setting: string, addresses: readonly string[]): string[] =>
  addresses.map((address, index) => {
    const origin = originOf(address)
    if (origin) return origin
    const place = addresses.length > 1 ? ` (number ${index + 1})` : ''
    throw new UsageError(`${setting}${place} is no address of a node: http://HOST:PORT, no login`)
  })
