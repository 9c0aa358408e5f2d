import type { Network } from '#protocol/rules/forks.ts'
import type { Events } from '../base/events.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import type { Store } from '../store/store.ts'

/** What a wallet's sync works with. */
export type SyncParts = {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log' | 'scanThreads'>
  network: Network
  store: Store
  addresses: Addresses
  chain: BlockIds
  events: Events
  /** The connection to use now. */
  daemon: () => Daemon | undefined
  /** Runs a write alone, between transfers. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING */
  requireForeground: () => void
  /** Called when chain and pool are entered, before a refresh resolves. */
  afterRefresh?: () => Promise<void>
}

/** What a refresh did. */
export type Refreshed = { blocksFetched: bigint; receivedMoney: boolean }
