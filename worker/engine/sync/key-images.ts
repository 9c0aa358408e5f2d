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

  /** Takes in what the books have gained. */
  update(): void {
    const { outputs, sent } = this.#store
    const revision = outputs.revision + sent.revision
    if (revision === this.#revision) return
    this.#revision = revision
    for (const { keyImage } of outputs.values()) if (keyImage) this.add(keyImage)
    for (const { keyImages } of sent.values()) keyImages.forEach((each) => this.add(each))
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
