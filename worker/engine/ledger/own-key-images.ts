/**
 * Key images of own outputs and own transactions.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { KeyTable } from '../keys/key-table.ts'
import type { Store } from '../store/store.ts'

/**
 * Selects inputs for a closer check: those whose key image belongs to an own output or an own transaction.
 * Stale entries are harmless, since the ledger decides.
 */
export class OwnKeyImages {
  readonly #store: Store
  readonly #table = new KeyTable()
  #isFollowing = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Reads the ledger, and follows its additions from then on. */
  follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    const { outputs, sent } = this.#store
    outputs.index(() => ({
      changed: (_, before, after) => {
        const keyImage = after?.keyImage
        if (keyImage !== undefined && keyImage !== before?.keyImage) this.add(keyImage)
      },
    }))
    sent.index(() => ({
      changed: (_, __, after) => after?.keyImages.forEach((each) => this.add(each)),
    }))
  }

  /** @param keyImage - In hex. */
  add(keyImage: string): void {
    this.#table.set(hexToBytes(keyImage), 0)
  }

  /** Whether the key image at `at` of `bytes` is one of them. */
  has(bytes: Uint8Array, at: number): boolean {
    return this.#table.get(bytes, at) !== undefined
  }
}
