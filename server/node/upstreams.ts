/**
 * The monerods that `nightjar` and `nightjar-node` ask.
 *
 * @module
 */
import { listOf } from '#protocol/settings.ts'
import { firstAvailable, othersOf, upstreamsOf } from '../../proxy/hosts/upstreams.ts'
import type { DaemonBackend } from '../../proxy/daemon-backend.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import { isNearby, originOf } from '../../proxy/upstream/origin.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import type { Flags, Given } from '../flags/flags.ts'
import { undiciNode } from '../outgoing/undici-node.ts'

export const upstreamFlags = {
  'allow-upstream': {
    takes: 'ADDRESS[,ADDRESS...]',
    help: 'Nodes, HOST:PORT or URL, that a page may choose',
  },
  'fill-hashes': {
    help: 'Send the hashes of pruned data, from whole blocks of a remote node; always for nodes nearby',
  },
  'restricted-rpc': { help: 'Serve only what monerod serves with restricted RPC' },
} as const satisfies Flags

/** A backend of the daemon RPC, and how to close it. */
export type OpenBackend = {
  backend: DaemonBackend
  /** The nodes that it asks; absent for a chain of our own. */
  nodes?: readonly UpstreamNode[]
  close: () => void | Promise<void>
}

/** Uses the first available of several monerods. @throws {UsageError} */
export function openUpstream(
  urls: readonly string[],
  given: Given<typeof upstreamFlags>,
): OpenBackend {
  const nodes = upstreamsOf('--upstream', urls, (origin) => undiciNode(origin))
  const node = firstAvailable(nodes)
  const fillHashes = given['fill-hashes'] ?? urls.every((url) => isNearby(originOf(url)!))
  return { backend: upstreamBackend(node, { fillHashes }), nodes, close: node.close }
}

/** The nodes that pages may choose, by origin. @throws {UsageError} */
export const allowedUpstreams = (given: Given<typeof upstreamFlags>): Map<string, UpstreamNode> =>
  othersOf('--allow-upstream', listOf(given['allow-upstream']), undiciNode)
