/**
 * Key images that a transaction of the wallet has, or may have.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { KeyTable } from '../keys/key-table.ts'
import type { Store } from '../store/store.ts'

/**
 * Tells which inputs are worth a closer look: those whose key image is of an output of ours, or is
 * spent by a transaction of ours. One that was ours once may stay: the books decide.
 */
export class OwnKeyImages {
  readonly #store: Store
  readonly #table = new KeyTable()
  #isFollowing = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Takes in what the books have, and from then on what they gain. */
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
