/**
 * Key images that a transaction of the wallet has, or may have.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { KeyTable } from '../key-table.ts'
import type { Store } from '../store/store.ts'

/**
 * Tells which inputs are worth a closer look: those whose key image is of an output of ours, or is
 * spent by a transaction of ours. One that was ours once may stay: the books decide.
 */
export class OwnKeyImages {
  readonly #store: Store
  readonly #table = new KeyTable()
  #revision = -1

  constructor(store: Store) {
    this.#store = store
  }

  /** Whether the books have changed since they were taken in. */
  get isCurrent(): boolean {
    return this.#revision === this.#ofBooks
  }

  /** Takes in what the books have gained. */
  update(): void {
    if (this.isCurrent) return
    const { outputs, sent } = this.#store
    this.#revision = this.#ofBooks
    for (const { keyImage } of outputs.values()) if (keyImage) this.add(keyImage)
    for (const { keyImages } of sent.values()) keyImages.forEach((each) => this.add(each))
  }

  /** The books changed by what was added here: there is nothing to take in. */
  entered(): void {
    this.#revision = this.#ofBooks
  }

  /** @param keyImage - In hex. */
  add(keyImage: string): void {
    this.#table.set(hexToBytes(keyImage), 0)
  }

  /** Whether the key image at `at` of `bytes` is one of them. */
  has(bytes: Uint8Array, at: number): boolean {
    return this.#table.get(bytes, at) !== undefined
  }

  get #ofBooks(): number {
    return this.#store.outputs.revision + this.#store.sent.revision
  }
}
