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
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { namedDaemon } from '../base/daemon-name.ts'
import { PinnedBlocks, type PinnedParts } from './pinned-blocks.ts'
import { requestedPool, type PoolSource } from './live/pool-source.ts'
import type { SyncParts } from './sync-parts.ts'

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
  /**
   * Whether it served the wallet's top block. Otherwise blocks are requested in any case: without a request, the
   * wallet would show that it stopped at the daemon's top.
   */
  knowsTop: boolean
  pinned: PinnedBlocks
}

type StatusParts = PinnedParts & Pick<SyncParts, 'isTrusted'>

export class DaemonStatus {
  readonly #parts: StatusParts
  /** The pool was empty at the last request. */
  #poolIsEmpty = true
  /** The daemon of the last complete refresh, and the wallet's height after it. */
  #served: { daemon: Daemon; height: bigint } | undefined

  constructor(parts: StatusParts) {
    this.#parts = parts
  }

  /**
   * One request if the pool was empty, or is live. Otherwise the pool is read first: a transaction that leaves it
   * meanwhile is then found in a block.
   *
   * @param live - The pool, where it is known without a request.
   * @throws RpcError UNKNOWN_ERROR when the daemon is on another network, or lacks blocks that are pinned.
   */
  async ask(daemon: Daemon, live?: PoolSource): Promise<DaemonState> {
    const pool = live ?? requestedPool(daemon)
    const before = this.#poolIsEmpty && !live ? undefined : await pool.ids()
    const info = await daemon.rpc.get_info({})
    const nothing = info.tx_pool_size === 0n
    const waiting = before ?? (nothing ? new Set<string>() : await pool.ids())
    this.#poolIsEmpty = waiting.size === 0
    this.#requireNetwork(info.nettype)
    requireOfDaemon(info.height > 0n, 'its chain has no first block')
    const { chain, network: ours } = this.#parts
    const network = info.nettype === 'fakechain' ? 'fakechain' : ours
    if (network !== ours) this.#requirePrivate(info.height)
    const pinnedHeight = this.#pinnedHeight(daemon, network)
    if (info.height < pinnedHeight) throw this.#unsynchronised(daemon, info.height, pinnedHeight)
    const top = chain.at(chain.height - 1n)
    const isOurTop = top !== undefined && info.top_block_hash === bytesToHex(top)
    const isSame = isOurTop && (before !== undefined || nothing)
    const { height, adjusted_time: adjustedTime } = info
    const pinned = new PinnedBlocks(this.#parts, pinnedHeight, daemon)
    const knowsTop = this.#served?.daemon === daemon && this.#served.height === chain.height
    return { height, network, adjustedTime, waiting, isSame, knowsTop, pinned }
  }

  /** Called when all blocks of a daemon are applied. */
  served(daemon: Daemon): void {
    this.#served = { daemon, height: this.#parts.chain.height }
  }

  // Other rules apply to a private chain, so a daemon must not have a wallet of mainnet follow them.
  #requirePrivate(height: bigint) {
    const { chain, network } = this.#parts
    requireOfDaemon(
      max(height, chain.height) < longestPrivate,
      `it reports a private chain of ${height} blocks, and the wallet has ${chain.height} blocks of ${network}`,
    )
  }

  // A private chain has mainnet's genesis block and addresses.
  #requireNetwork(nettype: string) {
    const { network } = this.#parts
    const plain = (name: string) => (name === 'fakechain' ? 'mainnet' : name)
    if (nettype === '' || plain(nettype) === plain(network)) return
    throw new RpcError('UNKNOWN_ERROR', `the daemon is on ${nettype}, the wallet on ${network}`)
  }

  // A daemon could call its chain private to avoid the pins of mainnet.
  #pinnedHeight(daemon: Daemon, reported: Network): bigint {
    const { network, ports, isTrusted } = this.#parts
    const pinnedHeight = ports.pinnedBlocks.heightOf(network)
    if (pinnedHeight === 0n || reported === network) return pinnedHeight
    if (isTrusted(daemon)) return 0n
    throw new RpcError(
      'UNKNOWN_ERROR',
      `the daemon is on a private chain, the wallet on ${network}: only a trusted daemon may be on one`,
    )
  }

  #unsynchronised(daemon: Daemon, height: bigint, pinnedHeight: bigint): RpcError {
    const { network, daemonName } = this.#parts
    return new RpcError(
      'UNKNOWN_ERROR',
      `${namedDaemon(daemonName(daemon))} has ${height} blocks, ${network} has at least ${pinnedHeight}: ` +
        'it is not synchronised; wait until it is, or choose another daemon',
    )
  }
}
