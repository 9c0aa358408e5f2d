/**
 * Additions to and removals from the pool, for clients that ask for changes.
 *
 * It is kept in memory: after a start, clients get the whole pool first.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::get_pool_info, track_removed_tx
 */
import type { Id } from '../types.ts'

type Removed = { id: Id; time: bigint; sensitive: boolean }

/** Number of removals in memory, and their age in seconds. */
const mostRemoved = 20_000
const longestRemoved = 1800n

export class PoolHistory {
  /** Time at which each transaction arrived or was last relayed. */
  readonly #added = new Map<Id, bigint>()
  #removed: Removed[] = []
  /** Times since which both lists are complete; 0 before the first entry. */
  #addedSince = 0n
  #removedSince = 0n

  add(id: Id, now: bigint): void {
    this.#added.set(id, now)
    if (this.#addedSince === 0n) this.#addedSince = now
  }

  /** @param sensitive - Whether restricted nodes hide the transaction. */
  remove(id: Id, now: bigint, sensitive: boolean): void {
    this.#added.delete(id)
    this.#removed.push({ id, time: now, sensitive })
    if (this.#removedSince === 0n) this.#removedSince = now
    this.#forget(now)
  }

  clear(): void {
    this.#added.clear()
    this.#removed = []
    this.#addedSince = 0n
    this.#removedSince = 0n
  }

  /**
   * Ids that were added and removed since a time.
   *
   * @param since - Unix seconds.
   * @returns Undefined if the history does not reach back that far, or for 0.
   */
  since(since: bigint, { sensitive }: { sensitive: boolean }) {
    if (since === 0n || this.#addedSince === 0n || this.#removedSince === 0n) return undefined
    // Changes of the same second may be missing.
    if (since <= this.#addedSince || since <= this.#removedSince) return undefined
    const added = [...this.#added].filter(([, time]) => time >= since).map(([id]) => id)
    const removed = this.#removed
      .filter((gone) => gone.time >= since && (sensitive || !gone.sensitive))
      .map(({ id }) => id)
    return { added, removed }
  }

  #forget(now: bigint): void {
    if (this.#removed.length > mostRemoved) {
      this.#removed = this.#removed.slice(mostRemoved / 4 + 1)
      this.#removedSince = this.#removed[0]!.time
      return
    }
    const earliest = now - longestRemoved
    const kept = this.#removed.findIndex(({ time }) => time >= earliest)
    if (kept <= 0) return
    this.#removed = this.#removed.slice(kept)
    this.#removedSince = earliest
  }
}
