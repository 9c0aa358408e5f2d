/**
 * How a service is started.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { DaemonAddress, Ports } from './base/ports.ts'
import type { WalletInfo } from './store/records.ts'

export type ServiceOptions = {
  ports: Ports
  /** Network of all its wallets. Undefined accepts any network, and new wallets use the daemon's. */
  network?: Network | undefined
  /** Refuses calls that change state or reveal secrets. @see monero --restricted-rpc */
  restricted?: boolean
  /** Whether wallets may be created and opened by name. @see monero --wallet-dir */
  walletDir?: boolean
  /** The initial daemon of every wallet. */
  daemon?: DaemonAddress | undefined
  /** The daemon of a wallet opened after one that used `last`; defaults to `daemon`. */
  nextDaemon?: ((last: DaemonAddress) => DaemonAddress) | undefined
  /** Subaddress lookahead of new wallets. As monero-wallet-cli's --subaddress-lookahead. */
  lookahead?: WalletInfo['lookahead'] | undefined
  /** Whether all wallets may be multisig, which is experimental. */
  multisigEnabled?: boolean
  /** Seconds between refreshes; 0 for none. The next wallet inherits the value of the previous one. */
  autoRefresh?: number
  /** Whether wallets request the newest blocks whole where the daemon leaves out hashes; default true. */
  wholeBlocks?: boolean
  /** Whether old blocks are read from the scan feed where the daemon has one; default true. */
  scanFeed?: boolean
  /** Which of its rows are read; default complete ones. */
  feedKind?: FeedKind
  /** Address of a second server whose scan feed is compared, as `feedAddress` returns it; default none. */
  comparedFeed?: string
  /** Blocks that must be missing for the scan feed to be read; default a day. */
  leastFeedBlocks?: number
}
