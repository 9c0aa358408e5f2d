/**
 * Ids of blocks that were refused for the inputs of their transactions. They are kept in memory until the
 * program ends.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::add_block_as_invalid
 */
import type { Id } from '../types.ts'

/** The reference has no limit. */
const mostRemembered = 10_000

export class InvalidBlocks {
  /** Oldest first. */
  readonly #ids = new Set<Id>()

  has(id: Id): boolean {
    return this.#ids.has(id)
  }

  add(id: Id): void {
    this.#ids.add(id)
    if (this.#ids.size <= mostRemembered) return
    const [oldest] = this.#ids
    this.#ids.delete(oldest!)
  }

  clear(): void {
    this.#ids.clear()
  }
}
