/**
 * Follows the transaction pool of a node.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { transactionId, type Keccak } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { isHex } from '#protocol/hex.ts'
import { UpstreamUnavailable } from './node.ts'
import type { WatchCalls } from './watch-calls.ts'

/** Transactions requested in one look at the node. Others follow in the next. */
const mostTransactions = 25

type State = 'wanted' | 'done' | 'not broadcast'

export type PoolWatchOptions = {
  calls: Pick<WatchCalls, 'json'>
  keccak: Keccak
  /** Whether the transactions of the first look are reported too. */
  reportsPresent: boolean
  /** @throws ChainError for a transaction that the listener refuses. */
  added: (id: string, tx: ParsedTransaction) => void
  /** Transactions have left, mined or not. */
  removed?: (ids: string[]) => void
}

/**
 * Reports transactions that enter and leave the pool.
 *
 * A node that does not count us as restricted also lists transactions that it has not broadcast. They are
 * reported when it has: earlier, they would reveal where they come from.
 */
export class PoolWatch {
  readonly #options: PoolWatchOptions
  /** The listed transactions by id; undefined before the first look. */
  #known: Map<string, State> | undefined

  constructor(options: PoolWatchOptions) {
    this.#options = options
  }

  /**
   * Requests the ids in the pool, and some of the new transactions.
   *
   * @throws ChainError or UpstreamUnavailable for a transaction that is invalid, or another one.
   */
  async look(): Promise<void> {
    const { calls, reportsPresent, removed } = this.#options
    const { tx_hashes: listed } = await calls.json.get_transaction_pool_hashes({})
    if (!this.#known && !reportsPresent) {
      this.#known = new Map(listed.map((id) => [id, 'done']))
      return
    }
    const known = (this.#known ??= new Map())
    const present = new Set(listed)
    const left = [...known].filter(([id]) => !present.has(id))
    for (const [id] of left) known.delete(id)
    const reported = left.flatMap(([id, state]) => (state === 'done' ? [id] : []))
    if (reported.length > 0) removed?.(reported)
    for (const id of present) if (!known.has(id)) known.set(id, 'wanted')
    const inState = (state: State) => [...known].flatMap(([id, own]) => (own === state ? [id] : []))
    const ids = [...inState('wanted'), ...inState('not broadcast')]
    await this.#request(ids.slice(0, mostTransactions), known)
  }

  /** Forgets all, so that the next look is again the first. */
  forget(): void {
    this.#known = undefined
  }

  async #request(ids: readonly string[], known: Map<string, State>): Promise<void> {
    if (ids.length === 0) return
    const { txs } = await this.#options.calls.json.get_transactions({ txs_hashes: [...ids] })
    const found = new Map(txs.map((entry) => [entry.tx_hash, entry]))
    for (const id of ids) {
      const entry = found.get(id)
      const isHidden = entry?.in_pool === true && !entry.relayed
      // Moved to the end: others that wait are asked for first.
      known.delete(id)
      known.set(id, isHidden ? 'not broadcast' : 'done')
      if (entry?.in_pool && entry.relayed) this.#report(id, entry.as_hex)
    }
  }

  #report(id: string, hex: string): void {
    if (!isHex(hex)) throw new UpstreamUnavailable('invalid')
    const tx = parseTransaction(hexToBytes(hex))
    if (bytesToHex(transactionId(tx, undefined, this.#options.keccak)) !== id)
      throw new UpstreamUnavailable('invalid')
    this.#options.added(id, tx)
  }
}
