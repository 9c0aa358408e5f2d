/**
 * What one refresh needs to apply blocks.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Run } from '../download/cancellable-run.ts'
import type { KnownChain } from '../download/download.ts'
import type { AppliedSlice, LedgerParts } from './apply-slice.ts'
import type { WorkCheck } from './checks/work-checks.ts'
import type { RefreshFeed } from './feed/feed-use.ts'
import type { PinnedBlocks } from './pinned-blocks.ts'
import type { WholeBlocks } from './whole/whole-blocks.ts'

export type BlocksParts = LedgerParts & {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log' | 'pinnedBlocks' | 'scanThreads'>
}

/** The blocks of one refresh. */
export type BlocksTask = {
  daemon: Daemon
  /** Blocks of the daemon at the last request. */
  daemonHeight: bigint
  /** The network whose rules apply. */
  network: Network
  pinned: PinnedBlocks
  wholeBlocks: WholeBlocks
  feed: RefreshFeed
  /** Whether its branches are followed without more work. */
  isTrusted: boolean
  /** Undefined where proofs of work are not checked. */
  work: WorkCheck | undefined
  run: Run
  /** If it is above the wallet's height, blocks below it are skipped. */
  startHeight: bigint
  /** Whether this daemon served the wallet's top block. Otherwise it must not learn where the wallet stopped. */
  knowsTop: boolean
  /** Called with the daemon's height. */
  onDaemonHeight: (daemonHeight: bigint) => void
  /** Called when an answer ends. @param bytes - Those of it that arrived. */
  onBytes: (bytes: number) => void
  onApplied: (progressed: AppliedSlice) => void
  /** Called when all blocks have arrived, with the chain that they make. @param first - Height of the first new one. */
  onDownloaded: (first: bigint | undefined, chain: KnownChain) => void
}
