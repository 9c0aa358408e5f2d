/**
 * The first request of a refresh: the daemon's state, its pool, and whether it has new blocks.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { poolIds } from './pool.ts'

export type DaemonState = {
  /** Blocks of the daemon. */
  height: bigint
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
    const top = this.#chain.at(this.#chain.height - 1n)
    const isOurTop = top !== undefined && info.top_block_hash === bytesToHex(top)
    const isSame = isOurTop && (before !== undefined || nothing)
    return { height: info.height, adjustedTime: info.adjusted_time, waiting, isSame }
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
