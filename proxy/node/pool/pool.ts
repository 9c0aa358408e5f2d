/**
 * The transactions that wait for a block.
 *
 * All but their bytes is in memory; the store is written first, so that a failure leaves both as they
 * were.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool
 */
import { max64 } from '#protocol/fields.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { maxPoolWeight, poolLifetime, poolLifetimeFromAltBlock } from '#protocol/rules/limits.ts'
import type { BlockchainReads } from '../blockchain/types.ts'
import type { BlockchainPool, ChainView, Clock, Id, PooledTransaction, Refusal } from '../types.ts'
import {
  checkAdmission,
  checkFromBlock,
  type AdmissionPorts,
  type Admitted,
} from '../verify/admission.ts'
import { refuse } from '../verify/refusal.ts'
import { checkInputs } from '../verify/rings.ts'
import { byFee, byId, isBroadcast, isKeptByBlock, nullId, type PoolEntry } from './entry.ts'
import { PoolHistory } from './history.ts'
import type { PoolStore } from './pool-store.ts'
import { imagesOf, SpentImages } from './spent-images.ts'

/** What the pool asks of the chain. */
export type PoolChain = Pick<BlockchainReads, 'view' | 'topId' | 'idAt'>

export type PoolPorts = AdmissionPorts & {
  store: PoolStore
  clock: Clock
  /** The chain, which itself wants a pool: asked for once both are there. */
  chain: () => PoolChain
  /** More than that is not kept; 648 MB when left out. */
  maxWeight?: bigint
}

/** How a transaction is added: to wait here, or as one that the network knows. */
export type Arrival = 'none' | 'fluff'

export class Pool implements BlockchainPool {
  readonly history = new PoolHistory()
  readonly spent = new SpentImages()
  readonly #ports: PoolPorts
  readonly #store: PoolStore
  readonly #entries = new Map<Id, PoolEntry>()
  /** Waited too long once: not taken again until the next start. */
  readonly #timedOut = new Set<Id>()
  /** Whose inputs were right at the present tip. */
  readonly #ready = new Set<Id>()
  #weight = 0n

  constructor(ports: PoolPorts) {
    this.#ports = ports
    this.#store = ports.store
    this.reload()
  }

  /** Of all transactions together. */
  get weight(): bigint {
    return this.#weight
  }

  has(id: Id): boolean {
    return this.#entries.has(id)
  }

  entry(id: Id): PoolEntry | undefined {
    return this.#entries.get(id)
  }

  blob(id: Id): Uint8Array | undefined {
    return this.#store.blob(id)
  }

  /** How many wait. @param sensitive - Also those that nobody else knows. */
  count({ sensitive }: { sensitive: boolean }): number {
    if (sensitive) return this.#entries.size
    let known = 0
    for (const entry of this.#entries.values()) if (isBroadcast(entry)) known++
    return known
  }

  /** In the order in which a node lists them. @param sensitive - Also those that nobody else knows. */
  entries({ sensitive }: { sensitive: boolean }): PoolEntry[] {
    const entries = [...this.#entries.values()].sort(byId)
    return sensitive ? entries : entries.filter(isBroadcast)
  }

  /** The best paying first. */
  bestPaying(): PoolEntry[] {
    return [...this.#entries.values()].sort(byFee)
  }

  get(id: Id): PooledTransaction | undefined {
    const entry = this.#entries.get(id)
    const blob = entry && this.#store.blob(id)
    return blob && { id, blob, weight: entry.weight, fee: entry.fee }
  }

  /**
   * Takes in a transaction, if all rules of chain and pool let it.
   *
   * @returns Why not. What spends the same is marked as seen to be spent twice.
   */
  add(tx: ParsedTransaction, id: Id, arrival: Arrival): Refusal | undefined {
    if (this.#timedOut.has(id)) return refuse('waited too long before')
    const rivals = this.spent.rivalsOf(imagesOf(tx), id)
    const admitted = checkAdmission(this.#ports, { tx, id }, this.#view(), rivals.size > 0)
    if ('flags' in admitted) {
      if (admitted.flags.includes('double_spend')) this.#markDoubleSpent(rivals)
      return admitted
    }
    this.#insert(tx, {
      ...this.#newEntry(id, admitted),
      method: arrival,
      relayed: arrival === 'fluff',
      lastRelayedTime: arrival === 'fluff' ? this.#now() : max64,
    })
    return undefined
  }

  addFromBlock(tx: ParsedTransaction, id: Id, view: ChainView): Refusal | undefined {
    const admitted = checkFromBlock(this.#ports, { tx, id }, view)
    if ('flags' in admitted) return admitted
    const rivals = this.spent.rivalsOf(imagesOf(tx), id)
    const isRight = admitted.youngest !== undefined
    this.#insert(tx, {
      ...this.#newEntry(id, admitted),
      method: 'block',
      relayed: true,
      lastRelayedTime: isRight ? max64 : this.#now(),
      doubleSpendSeen: !isRight && rivals.size > 0,
    })
    return undefined
  }

  take(id: Id): PooledTransaction | undefined {
    const pooled = this.get(id)
    if (pooled) this.#remove(id, pooled.blob)
    return pooled
  }

  /** Drops it. @returns Whether it was there. */
  drop(id: Id): boolean {
    return this.take(id) !== undefined
  }

  /** Counts it as handed on to the network. @returns Whether it is there. */
  relay(id: Id): boolean {
    const entry = this.#entries.get(id)
    if (!entry) return false
    const wasBroadcast = isBroadcast(entry)
    const method = entry.method === 'block' ? 'block' : 'fluff'
    this.#change(entry, { method, relayed: true, lastRelayedTime: this.#now() })
    if (!wasBroadcast) this.history.add(id, this.#now())
    return true
  }

  /** Whether a transaction that waits spends it. @param sensitive - One that nobody else knows, too. */
  isSpent(keyImage: string, { sensitive }: { sensitive: boolean }): boolean {
    const spenders = [...this.spent.spendersOf(keyImage)]
    return spenders.some((id) => sensitive || isBroadcast(this.#entries.get(id)!))
  }

  /**
   * Whether its inputs are right at the present tip, for a block to take it. What is found is kept.
   *
   * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::is_transaction_ready_to_go
   */
  isReady(entry: PoolEntry): boolean {
    const { id } = entry
    if (this.#ready.has(id)) return true
    const chain = this.#ports.chain()
    const top = chain.topId()
    if (entry.lastFailedId === top) return false
    const { crypto, verified } = this.#ports
    const named = { tx: parseTransaction(this.#store.blob(id)!), id }
    const inputs = checkInputs(crypto, named, chain.view(), verified)
    if ('flags' in inputs) {
      this.#change(entry, { lastFailedHeight: chain.view().height - 1n, lastFailedId: top })
      return false
    }
    this.#ready.add(id)
    if (this.#idAt(inputs.youngest) !== entry.maxUsedBlockId)
      this.#change(entry, this.#youngestOf(inputs.youngest))
    return true
  }

  chainChanged(view: ChainView, { versionChanged }: { versionChanged: boolean }): void {
    this.#ready.clear()
    this.expire()
    if (versionChanged) this.#revalidate(view)
  }

  /** Drops what has waited too long: with every change of the chain, and when a host asks. */
  expire(): void {
    const now = this.#now()
    for (const entry of [...this.#entries.values()]) {
      const lifetime = isKeptByBlock(entry) ? poolLifetimeFromAltBlock : poolLifetime
      if (now - entry.receiveTime <= lifetime) continue
      this.drop(entry.id)
      this.#timedOut.add(entry.id)
    }
  }

  reload(): void {
    this.#entries.clear()
    this.#ready.clear()
    this.spent.clear()
    this.history.clear()
    this.#weight = 0n
    const now = this.#now()
    for (const entry of this.#store.entries()) {
      this.#remember(entry, imagesOf(parseTransaction(this.#store.blob(entry.id)!)), now)
    }
  }

  /** Under new rules all of them are new. @see monero tx_memory_pool::validate */
  #revalidate(view: ChainView): void {
    this.history.clear()
    for (const entry of this.entries({ sensitive: true })) {
      const { blob } = this.take(entry.id)!
      const tx = parseTransaction(blob)
      const rivals = this.spent.rivalsOf(imagesOf(tx), entry.id)
      const checked = isKeptByBlock(entry)
        ? checkFromBlock(this.#ports, { tx, id: entry.id }, view)
        : checkAdmission(this.#ports, { tx, id: entry.id }, view, rivals.size > 0)
      if (!('flags' in checked)) this.#insert(tx, entry)
    }
  }

  #newEntry(id: Id, { fee, weight, youngest }: Admitted) {
    return {
      ...{ id, weight, fee, receiveTime: this.#now(), doubleSpendSeen: false },
      ...{ lastFailedHeight: 0n, lastFailedId: nullId },
      ...this.#youngestOf(youngest),
    }
  }

  #youngestOf(height: bigint | undefined) {
    if (height === undefined) return { maxUsedBlockHeight: 0n, maxUsedBlockId: nullId }
    return { maxUsedBlockHeight: height, maxUsedBlockId: this.#idAt(height) }
  }

  #insert(tx: ParsedTransaction, entry: PoolEntry): void {
    this.#store.transaction(() => {
      this.#store.put(entry, tx.blob)
      this.#forget(entry.id, imagesOf(tx))
      this.#remember(entry, imagesOf(tx), this.#now())
      this.#prune()
    })
  }

  #remove(id: Id, blob: Uint8Array): void {
    const sensitive = !isBroadcast(this.#entries.get(id)!)
    this.#store.remove(id)
    this.#forget(id, imagesOf(parseTransaction(blob)))
    this.history.remove(id, this.#now(), sensitive)
  }

  #remember(entry: PoolEntry, images: readonly string[], now: bigint): void {
    this.#entries.set(entry.id, entry)
    this.spent.add(images, entry.id)
    this.history.add(entry.id, now)
    this.#weight += entry.weight
  }

  #forget(id: Id, images: readonly string[]): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#ready.delete(id)
    this.spent.remove(images, id)
    this.#weight -= entry.weight
  }

  #change(entry: PoolEntry, change: Partial<PoolEntry>): void {
    this.#store.put({ ...entry, ...change })
    Object.assign(entry, change)
  }

  #markDoubleSpent(ids: Iterable<Id>): void {
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (entry && !entry.doubleSpendSeen) this.#change(entry, { doubleSpendSeen: true })
    }
  }

  /** Drops the worst paying while there is too much; never the best, nor what comes from blocks. */
  #prune(): void {
    const limit = this.#ports.maxWeight ?? maxPoolWeight
    if (this.#weight <= limit) return
    for (const entry of this.bestPaying().slice(1).reverse()) {
      if (this.#weight <= limit) return
      if (!isKeptByBlock(entry)) this.drop(entry.id)
    }
  }

  #view = () => this.#ports.chain().view()
  #now = () => this.#ports.clock.now()
  #idAt = (height: bigint) => this.#ports.chain().idAt(height) ?? nullId
}
