import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Events } from '../base/events.ts'
import type { Daemon, FeedServer, Ports } from '../base/ports.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import type { OutputCounts } from '../ledger/output-counts.ts'
import type { PoolSource } from './live/pool-source.ts'
import type { OutputCountsLoader } from './output-counts-loader.ts'
import type { Store } from '../store/store.ts'

/** The parts of the wallet that its sync needs. */
export type SyncParts = {
  ports: Pick<
    Ports,
    | 'crypto'
    | 'clock'
    | 'random'
    | 'log'
    | 'pinnedBlocks'
    | 'scanThreads'
    | 'workHasher'
    | 'feedCache'
    | 'feedDigests'
    | 'sha256'
  >
  network: Network
  store: Store
  addresses: Addresses
  chain: BlockIds
  outputCounts: OutputCounts
  countsLoader: OutputCountsLoader
  events: Events
  /** The connection to use now. */
  daemon: () => Daemon | undefined
  /** How messages name a daemon. */
  daemonName: (daemon: Daemon) => string
  isTrusted: (daemon: Daemon) => boolean
  /** Whether the newest blocks are requested whole where the daemon leaves out hashes. */
  wholeBlocks: () => boolean
  /** The number of missing blocks from which on the daemon's scan feed is read; undefined: it is not read. */
  scanFeed: () => number | undefined
  /** Which rows of the scan feed are read. */
  feedKind: () => FeedKind
  /** The second server whose scan feed is compared; undefined without one. */
  comparedFeed: () => FeedServer | undefined
  /** The pool of a daemon that sends its changes; undefined for one that must be asked. */
  livePool: (daemon: Daemon) => PoolSource | undefined
  /** Runs a write alone, between transfers. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING */
  requireForeground: () => void
  /** Called when chain and pool are applied, before a refresh resolves. */
  afterRefresh?: (pool: ReadonlySet<string>) => Promise<void>
}

/** The result of a refresh. */
export type Refreshed = { blocksFetched: bigint; receivedMoney: boolean }
