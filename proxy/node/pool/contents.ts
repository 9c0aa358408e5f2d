/**
 * The contents of the pool: entries in memory, whole transactions in the store.
 *
 * The store is written first, so that a failed write leaves both unchanged.
 *
 * @module
 */
import { StorageFailure } from '#protocol/storage-failure.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { byId } from '../id-order.ts'
import type { Clock, Id, PooledTransaction } from '../types.ts'
import { byFee, isBroadcast, type PoolEntry } from './entry.ts'
import { PoolHistory } from './history.ts'
import type { PoolStore } from './pool-store.ts'
import { imagesOf, SpentImages } from './spent-images.ts'

/** Whether transactions that were not broadcast are included. */
type Sensitivity = { sensitive: boolean }

export class PoolContents {
  readonly history = new PoolHistory()
  readonly spent = new SpentImages()
  protected readonly store: PoolStore
  /** Transactions whose inputs are valid at the current tip. */
  protected readonly ready = new Set<Id>()
  readonly #clock: Clock
  readonly #byId = new Map<Id, PoolEntry>()
  /** The state in memory differs from the store, which could not be read. */
  #isStale = false
  #weight = 0n

  constructor(store: PoolStore, clock: Clock) {
    this.store = store
    this.#clock = clock
    this.reload()
  }

  /** Sum of the weights of all transactions. */
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
    return this.store.blob(id)
  }

  get(id: Id): PooledTransaction | undefined {
    const entry = this.#entries.get(id)
    const blob = entry && this.store.blob(id)
    return blob && { id, blob, weight: entry.weight, fee: entry.fee }
  }

  /** Number of transactions. */
  count({ sensitive }: Sensitivity): number {
    if (sensitive) return this.#entries.size
    let known = 0
    for (const entry of this.#entries.values()) if (isBroadcast(entry)) known++
    return known
  }

  /** In the order in which monerod lists them. */
  entries({ sensitive }: Sensitivity): PoolEntry[] {
    const entries = this.all().sort(byId)
    return sensitive ? entries : entries.filter(isBroadcast)
  }

  /** Highest fee rate first. */
  bestPaying(): PoolEntry[] {
    return this.all().sort(byFee)
  }

  /** Whether a transaction of the pool spends it. */
  isSpent(keyImage: string, { sensitive }: Sensitivity): boolean {
    const spenders = [...this.spent.spendersOf(keyImage)]
    return spenders.some((id) => sensitive || isBroadcast(this.#entries.get(id)!))
  }

  /** Removes a transaction. @returns Whether it was in the pool. */
  drop(id: Id): boolean {
    const entry = this.#entries.get(id)
    if (!entry) return false
    this.store.remove(id)
    this.#forget(id)
    this.history.remove(id, this.now(), !isBroadcast(entry))
    return true
  }

  /** Reads the store again. @throws StorageFailure Nothing has changed then. */
  reload(): void {
    const stored = this.store.entries().map((entry) => {
      const images = imagesOf(parseTransaction(this.store.blob(entry.id)!))
      return { entry, images }
    })
    this.#byId.clear()
    this.ready.clear()
    this.spent.clear()
    this.history.clear()
    this.#weight = 0n
    this.#isStale = false
    for (const { entry, images } of stored) this.#remember(entry, images)
  }

  protected now = (): bigint => this.#clock.now()
  protected all = (): PoolEntry[] => [...this.#entries.values()]

  /** Runs changes as one: if `act` throws, store and memory are as before. */
  protected atomically(act: () => void): void {
    try {
      this.store.transaction(act)
    } catch (error) {
      this.#reloadOrMark()
      throw error
    }
  }

  /** The first error counts. A store that cannot be read now is read again when its entries are needed. */
  #reloadOrMark(): void {
    try {
      this.reload()
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      this.#isStale = true
    }
  }

  get #entries(): Map<Id, PoolEntry> {
    if (this.#isStale) this.reload()
    return this.#byId
  }

  /** Adds a transaction, or replaces the one with the same id. */
  protected insert(tx: ParsedTransaction, entry: PoolEntry): void {
    this.store.put(entry, tx.blob)
    this.#forget(entry.id)
    this.#remember(entry, imagesOf(tx))
  }

  protected change(entry: PoolEntry, change: Partial<PoolEntry>): void {
    this.store.put({ ...entry, ...change })
    Object.assign(entry, change)
  }

  #remember(entry: PoolEntry, images: readonly string[]): void {
    this.#entries.set(entry.id, entry)
    this.spent.add(images, entry.id)
    this.history.add(entry.id, this.now())
    this.#weight += entry.weight
  }

  #forget(id: Id): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.ready.delete(id)
    this.spent.remove(id)
    this.#weight -= entry.weight
  }
}
