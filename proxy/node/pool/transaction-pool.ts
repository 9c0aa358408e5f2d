/**
 * The transaction pool: accepts, relays, expires and drops transactions.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool
 */
import { max64 } from '#protocol/fields.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { maxPoolWeight } from '#protocol/rules/limits.ts'
import type { BlockchainReads } from '../blockchain/types.ts'
import type { BlockchainPool, ChainView, Clock, Id, PoolListener, Refusal } from '../types.ts'
import {
  admitFromBlock,
  checkAdmission,
  type AdmissionPorts,
  type Admitted,
} from '../verify/admission.ts'
import { checkForms } from '../verify/form.ts'
import { refuse } from '../verify/refusal.ts'
import { checkInputs } from '../verify/rings.ts'
import { PoolContents } from './contents.ts'
import { isBroadcast, isKeptByBlock, nullId, type PoolEntry } from './entry.ts'
import type { PoolStore } from './pool-store.ts'
import { imagesOf } from './spent-images.ts'
import { isExpired, isRelayDue } from './upkeep.ts'

/** The part of the chain that the pool reads. */
type PoolChain = Pick<BlockchainReads, 'view' | 'topId' | 'idAt'>

export type PoolPorts = AdmissionPorts & {
  store: PoolStore
  clock: Clock
  /** A function, because chain and pool refer to each other. */
  chain: () => PoolChain
  /** Highest sum of weights; 648 MB by default. */
  maxWeight?: bigint | undefined
}

/** How a transaction is added: not to be relayed, or broadcast. */
export type Arrival = 'none' | 'fluff'

export class TransactionPool extends PoolContents implements BlockchainPool {
  readonly #ports: PoolPorts
  /** Expired transactions. They are refused until the next start. */
  readonly #timedOut = new Set<Id>()
  readonly #listeners: PoolListener[] = []

  constructor(ports: PoolPorts) {
    super(ports.store, ports.clock)
    this.#ports = ports
  }

  /**
   * Adds a transaction if it follows all rules of chain and pool.
   *
   * @returns The refusal. Conflicting transactions are marked as double spends.
   */
  add(tx: ParsedTransaction, id: Id, arrival: Arrival): Refusal | undefined {
    if (this.#timedOut.has(id)) return refuse('expired before')
    const rivals = this.#rivalsOf(tx, id)
    const admitted = checkAdmission(this.#ports, { tx, id }, this.#view(), rivals.size > 0)
    if ('flags' in admitted) {
      if (admitted.flags.includes('double_spend')) this.#markDoubleSpent(rivals)
      return admitted
    }
    this.#keep(tx, {
      ...this.#newEntry(id, admitted),
      method: arrival,
      relayed: arrival === 'fluff',
      lastRelayedTime: arrival === 'fluff' ? this.now() : max64,
    })
    // A full pool may have dropped it again.
    if (this.has(id)) this.#notify(id)
    return undefined
  }

  addFromBlock(tx: ParsedTransaction, id: Id, view: ChainView): Refusal | undefined {
    const malformed = checkForms(this.#ports.crypto, [tx])
    if (!malformed) this.giveBack(tx, id, view)
    return malformed
  }

  giveBack(tx: ParsedTransaction, id: Id, view: ChainView): void {
    const admitted = admitFromBlock(this.#ports, { tx, id }, view)
    const isRight = admitted.youngest !== undefined
    this.#keep(tx, {
      ...this.#newEntry(id, admitted),
      method: 'block',
      relayed: true,
      lastRelayedTime: isRight ? max64 : this.now(),
      doubleSpendSeen: !isRight && this.#rivalsOf(tx, id).size > 0,
    })
  }

  /** Counts a transaction as relayed. @returns Whether it is in the pool. */
  relay(id: Id): boolean {
    const entry = this.entry(id)
    if (!entry) return false
    const wasBroadcast = isBroadcast(entry)
    const method = entry.method === 'block' ? 'block' : 'fluff'
    this.change(entry, { method, relayed: true, lastRelayedTime: this.now() })
    if (!wasBroadcast) {
      this.history.add(id, this.now())
      this.#notify(id)
    }
    return true
  }

  /**
   * Whether its inputs are valid at the current tip, so that a block may contain it.
   *
   * @param keep - Store the result with the entry, as for a block of our own.
   * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::is_transaction_ready_to_go
   */
  isReady(entry: PoolEntry, { keep }: { keep: boolean }): boolean {
    const { id } = entry
    if (this.ready.has(id)) return true
    const chain = this.#ports.chain()
    const top = chain.topId()
    if (entry.lastFailedId === top) return false
    const { crypto, verified } = this.#ports
    const named = { tx: parseTransaction(this.blob(id)!), id }
    const inputs = checkInputs(crypto, named, chain.view(), verified)
    if ('flags' in inputs) {
      const lastFailedHeight = chain.view().height - 1n
      if (keep) this.change(entry, { lastFailedHeight, lastFailedId: top })
      return false
    }
    if (this.#idAt(inputs.youngest) !== entry.maxUsedBlockId) {
      if (!keep) return true
      this.change(entry, this.#youngestOf(inputs.youngest))
    }
    this.ready.add(id)
    return true
  }

  chainChanged(): void {
    this.ready.clear()
    this.expire()
  }

  /** Drops expired transactions. */
  expire(): void {
    const now = this.now()
    for (const entry of this.all()) {
      if (!isExpired(entry, now)) continue
      this.drop(entry.id)
      this.#timedOut.add(entry.id)
    }
  }

  /** Counts transactions as relayed again when they are due. */
  relayAgain(): void {
    const now = this.now()
    for (const entry of this.all()) if (isRelayDue(entry, now)) this.relay(entry.id)
  }

  /**
   * Checks all transactions again, as at every start, and drops invalid ones.
   *
   * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::validate
   */
  validate(): void {
    const view = this.#view()
    this.history.clear()
    this.atomically(() => {
      for (const entry of this.entries({ sensitive: true })) {
        const blob = this.blob(entry.id)
        // It was dropped, because the pool was too large.
        if (!blob) continue
        this.drop(entry.id)
        const tx = parseTransaction(blob)
        if (this.#isStillGood(tx, entry, view)) this.#keep(tx, entry)
      }
    })
  }

  /** Reports transactions from now on. */
  listen(listener: PoolListener): void {
    this.#listeners.push(listener)
  }

  #notify(id: Id): void {
    for (const listener of this.#listeners) listener.accepted(id)
  }

  #isStillGood(tx: ParsedTransaction, entry: PoolEntry, view: ChainView): boolean {
    const { id } = entry
    if (isKeptByBlock(entry)) return checkForms(this.#ports.crypto, [tx]) === undefined
    const isSpent = this.#rivalsOf(tx, id).size > 0
    return !('flags' in checkAdmission(this.#ports, { tx, id }, view, isSpent))
  }

  #newEntry(id: Id, { fee, weight, youngest }: Admitted) {
    return {
      id,
      weight,
      fee,
      receiveTime: this.now(),
      doubleSpendSeen: false,
      lastFailedHeight: 0n,
      lastFailedId: nullId,
      ...this.#youngestOf(youngest),
    }
  }

  #youngestOf(height: bigint | undefined) {
    if (height === undefined) return { maxUsedBlockHeight: 0n, maxUsedBlockId: nullId }
    return { maxUsedBlockHeight: height, maxUsedBlockId: this.#idAt(height) }
  }

  #keep(tx: ParsedTransaction, entry: PoolEntry): void {
    this.atomically(() => {
      this.insert(tx, entry)
      this.#prune()
    })
  }

  #markDoubleSpent(ids: Iterable<Id>): void {
    for (const id of ids) {
      const entry = this.entry(id)
      if (entry && !entry.doubleSpendSeen) this.change(entry, { doubleSpendSeen: true })
    }
  }

  /** Drops transactions with the lowest fee rate while the pool is too large; never the first, nor those from blocks. */
  #prune(): void {
    const limit = this.#ports.maxWeight ?? maxPoolWeight
    if (this.weight <= limit) return
    for (const entry of this.bestPaying().slice(1).reverse()) {
      if (this.weight <= limit) return
      if (!isKeptByBlock(entry)) this.drop(entry.id)
    }
  }

  #rivalsOf = (tx: ParsedTransaction, id: Id) => this.spent.rivalsOf(imagesOf(tx), id)
  #view = () => this.#ports.chain().view()
  #idAt = (height: bigint) => this.#ports.chain().idAt(height) ?? nullId
}
