/**
 * The monerods that `nightjar` and `nightjar-node` ask.
 *
 * @module
 */
import { listOf } from '#protocol/settings.ts'
import { othersOf, upstreamOf } from '../../proxy/hosts/upstreams.ts'
import type { DaemonBackend } from '../../proxy/daemon-backend.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import type { Flags, Given } from '../flags/flags.ts'
import { undiciNode } from '../outgoing/undici-node.ts'

export const upstreamFlags = {
  'allow-upstream': {
    takes: 'ADDRESS[,ADDRESS...]',
    help: 'Nodes, HOST:PORT or URL, that a page may choose',
  },
  'restricted-rpc': { help: 'Serve only what monerod serves with restricted RPC' },
} as const satisfies Flags

/** A backend of the daemon RPC, and how to close it. */
export type OpenBackend = { backend: DaemonBackend; close: () => void | Promise<void> }

/** Uses the first available of several monerods. @throws {UsageError} */
export function openUpstream(urls: readonly string[]): OpenBackend {
  const node = upstreamOf('--upstream', urls, undiciNode)
  return { backend: upstreamBackend(node), close: node.close }
}

/** The nodes that pages may choose, by origin. @throws {UsageError} */
export const allowedUpstreams = (given: Given<typeof upstreamFlags>): Map<string, UpstreamNode> =>
  othersOf('--allow-upstream', listOf(given['allow-upstream']), undiciNode)
