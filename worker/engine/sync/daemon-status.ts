/**
 * The first request of a refresh: the daemon's state, its pool, and whether it has new blocks.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { max } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { heightOf, type Network } from '#protocol/rules/forks.ts'
import type { Daemon } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { poolIds } from './pool.ts'

/** A private chain is far shorter than mainnet was at its first fork. */
const longestPrivate = heightOf('mainnet', 2)!

export type DaemonState = {
  /** Blocks of the daemon. */
  height: bigint
  /** The network whose rules its blocks follow: `fakechain` for a private chain. */
  network: Network
  /** Adjusted time in Unix seconds; 0 when the daemon does not give it. */
  adjustedTime: bigint
  /** Ids of the transactions in its pool. */
  waiting: ReadonlySet<string>
  /** Its top block is the wallet's: there are no new blocks. */
  isSame: boolean
}

export class DaemonStatus {
  readonly #chain: BlockIds
  readonly #network: Network
  /** The pool was empty at the last request. */
  #poolIsEmpty = true

  constructor(chain: BlockIds, network: Network) {
    this.#chain = chain
    this.#network = network
  }

  /**
   * One request if the pool was empty. Otherwise the pool is read first: a transaction that leaves it
   * meanwhile is then found in a block.
   *
   * @throws RpcError UNKNOWN_ERROR when the daemon is on another network.
   */
  async ask(daemon: Daemon): Promise<DaemonState> {
    const before = this.#poolIsEmpty ? undefined : await poolIds(daemon)
    const info = await daemon.rpc.get_info({})
    const nothing = info.tx_pool_size === 0n
    const waiting = before ?? (nothing ? new Set<string>() : await poolIds(daemon))
    this.#poolIsEmpty = waiting.size === 0
    this.#requireNetwork(info.nettype)
    requireOfDaemon(info.height > 0n, 'its chain has no first block')
    const network = info.nettype === 'fakechain' ? 'fakechain' : this.#network
    if (network !== this.#network) this.#requirePrivate(info.height)
    const top = this.#chain.at(this.#chain.height - 1n)
    const isOurTop = top !== undefined && info.top_block_hash === bytesToHex(top)
    const isSame = isOurTop && (before !== undefined || nothing)
    return { height: info.height, network, adjustedTime: info.adjusted_time, waiting, isSame }
  }

  // Other rules apply to a private chain, so a daemon must not have a wallet of mainnet follow them.
  #requirePrivate(height: bigint) {
    const { height: ours } = this.#chain
    requireOfDaemon(
      max(height, ours) < longestPrivate,
      `it reports a private chain of ${height} blocks, and the wallet has ${ours} blocks of ${this.#network}`,
    )
  }

  // A private chain has mainnet's genesis block and addresses.
  #requireNetwork(nettype: string) {
    const plain = (name: string) => (name === 'fakechain' ? 'mainnet' : name)
    if (nettype === '' || plain(nettype) === plain(this.#network)) return
    throw new RpcError(
      'UNKNOWN_ERROR',
      `the daemon is on ${nettype}, the wallet on ${this.#network}`,
    )
  }
}
