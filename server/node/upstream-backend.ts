/**
 * Who answers a program's callers: a monerod, or a chain of our own.
 *
 * @module
 */
import type { DaemonBackend } from '../../proxy/daemon-backend.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import { upstreamOf } from './access-flags.ts'

export type Answering = { backend: DaemonBackend; close: () => void | Promise<void> }

/** The first of several monerods that answers. @throws {UsageError} */
export function answeringUpstream(urls: readonly string[]): Answering {
  const node = upstreamOf(urls)
  return { backend: upstreamBackend(node), close: node.close }
}
