/**
 * The present state of the node: its top block, and its transaction pool.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { prunableHash, type Keccak } from '#protocol/chain/hashes.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { PoolDocument, PoolEvent, PoolTransaction, TipEvent } from '#protocol/feed/live.ts'
import { isHex } from '#protocol/hex.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../upstream/node.ts'
import { PoolWatch } from '../upstream/pool-watch.ts'
import { watchCalls, type WatchCalls } from '../upstream/watch-calls.ts'

/** Bytes of pruned transactions that are kept. Wallets see others once they are mined. */
const mostPoolBytes = 32 * 1024 * 1024

export type NodeWatchOptions = {
  node: UpstreamNode
  /** Aborts the call under way. */
  signal: AbortSignal
  keccak: Keccak
  onTip: (tip: TipEvent) => void
  onPool: (change: PoolEvent) => void
  /** Version of the empty pool, above those of earlier runs: the time in milliseconds. */
  firstVersion: bigint
}

/** Requests the state when `look` is called. All clients are served from one answer. */
export class NodeWatch {
  readonly #options: NodeWatchOptions
  readonly #calls: WatchCalls
  readonly #watch: PoolWatch
  readonly #pool = new Map<string, PoolTransaction>()
  #poolBytes = 0
  #version: bigint
  #tip: TipEvent | undefined
  #tipTime: bigint | undefined
  #added: PoolTransaction[] = []
  #removed: string[] = []

  constructor(options: NodeWatchOptions) {
    const { node, signal, keccak, firstVersion } = options
    this.#options = options
    this.#version = firstVersion
    this.#calls = watchCalls(node, signal)
    this.#watch = new PoolWatch({
      calls: this.#calls,
      keccak,
      reportsPresent: true,
      added: (id, tx) => this.#add(id, tx),
      removed: (ids) => this.#remove(ids),
    })
  }

  /** The top block at the last look; undefined before the first one, and while the node is away. */
  get tip(): TipEvent | undefined {
    return this.#tip
  }

  /** Timestamp of the top block in Unix seconds, where it is known. */
  get tipTime(): bigint | undefined {
    return this.#tip && this.#tipTime
  }

  get poolVersion(): bigint {
    return this.#version
  }

  pool(): PoolDocument {
    return { version: this.#version, transactions: [...this.#pool.values()] }
  }

  /** Asks the node, and reports what changed. @throws The errors of calls, and ChainError for a false answer. */
  async look(): Promise<void> {
    try {
      const { height, hash: id } = await this.#calls.json.get_height({})
      if (height === 0n || !isHex(id, 32)) throw new UpstreamUnavailable('invalid')
      if (this.#tip?.id !== id || this.#tip.height !== height) {
        const { block_header: top } = await this.#calls.rpc.get_last_block_header({})
        this.#tip = { height, id }
        // Otherwise a newer block has arrived, which the next look finds.
        this.#tipTime = top.hash === id ? top.timestamp : undefined
        this.#options.onTip(this.#tip)
      }
      await this.#watch.look()
    } catch (error) {
      this.#tip = undefined
      throw error
    } finally {
      this.#reportPool()
    }
  }

  #add(id: string, tx: ParsedTransaction) {
    const size = tx.version === 2 ? tx.baseSize : tx.blob.length
    if (this.#poolBytes + size > mostPoolBytes) return
    const transaction = {
      id,
      tx: bytesToHex(tx.blob.subarray(0, size)),
      prunable_hash: tx.version === 2 ? bytesToHex(prunableHash(tx, this.#options.keccak)) : '',
    }
    this.#pool.set(id, transaction)
    this.#poolBytes += size
    this.#added.push(transaction)
  }

  #remove(ids: readonly string[]) {
    for (const id of ids) {
      const known = this.#pool.get(id)
      if (!known) continue
      this.#pool.delete(id)
      this.#poolBytes -= known.tx.length / 2
      this.#removed.push(id)
    }
  }

  #reportPool() {
    const [added, removed] = [this.#added, this.#removed]
    if (added.length === 0 && removed.length === 0) return
    this.#added = []
    this.#removed = []
    this.#options.onPool({ version: ++this.#version, added, removed })
  }
}
