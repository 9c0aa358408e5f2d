/**
 * New transactions in the pool of an upstream node.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { isHex } from '#protocol/hex.ts'
import type { Crypto } from '#wasm/types.ts'
import { UpstreamUnavailable } from '../upstream/node.ts'
import type { Publisher } from './publisher.ts'
import type { UpstreamCalls } from './upstream-calls.ts'

/** Transactions requested in one look at the node. Others follow in the next. */
const mostTransactions = 25

type State = 'done' | 'not broadcast'

/**
 * Publishes transactions that appear in the pool after the first look.
 *
 * A node that does not count us as restricted also lists transactions that it has not broadcast. They are
 * published when it has: earlier, they would reveal where they come from.
 */
export class UpstreamPool {
  readonly #calls: UpstreamCalls
  readonly #crypto: Crypto
  readonly #publisher: Publisher
  /** The listed transactions by id; undefined before the first look. */
  #known: Map<string, State> | undefined

  constructor(calls: UpstreamCalls, crypto: Crypto, publisher: Publisher) {
    this.#calls = calls
    this.#crypto = crypto
    this.#publisher = publisher
  }

  /**
   * Requests the ids in the pool, and new transactions. The first time it only notes the ids.
   *
   * @throws ChainError or UpstreamUnavailable for a transaction that is invalid, or another one.
   */
  async look(): Promise<void> {
    const { tx_hashes: listed } = await this.#calls.json.get_transaction_pool_hashes({})
    if (!this.#known) {
      this.#known = new Map(listed.map((id) => [id, 'done']))
      return
    }
    const known = this.#known
    const present = new Set(listed)
    for (const id of [...known.keys()]) if (!present.has(id)) known.delete(id)
    const fresh = [...present].filter((id) => !known.has(id))
    const waiting = [...known].flatMap(([id, state]) => (state === 'not broadcast' ? [id] : []))
    await this.#request([...fresh, ...waiting].slice(0, mostTransactions), known)
  }

  /** Forgets all, so that the next look is again the first. */
  forget(): void {
    this.#known = undefined
  }

  async #request(ids: readonly string[], known: Map<string, State>): Promise<void> {
    if (ids.length === 0) return
    const { txs } = await this.#calls.json.get_transactions({ txs_hashes: [...ids] })
    const found = new Map(txs.map((entry) => [entry.tx_hash, entry]))
    for (const id of ids) {
      const entry = found.get(id)
      const isHidden = entry?.in_pool === true && !entry.relayed
      // Moved to the end: others that wait are asked for first.
      known.delete(id)
      known.set(id, isHidden ? 'not broadcast' : 'done')
      if (entry?.in_pool && entry.relayed) this.#publish(id, entry.as_hex)
    }
  }

  #publish(id: string, hex: string): void {
    if (!isHex(hex)) throw new UpstreamUnavailable('invalid')
    const tx = parseTransaction(hexToBytes(hex))
    const own = bytesToHex(transactionId(tx, undefined, (data) => this.#crypto.keccak256(data)))
    if (own !== id) throw new UpstreamUnavailable('invalid')
    this.#publisher.transaction({ id, tx, weight: BigInt(transactionWeight(tx)) })
  }
}
