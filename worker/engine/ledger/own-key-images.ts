/**
 * Key images of own outputs and own transactions.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
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
  /** By their first 8 bytes. A key image is secret before it is spent, so no one can make collisions. */
  readonly #beginnings = new Map<bigint, string>()
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
    this.#beginnings.set(beginningOf(keyImage), keyImage)
  }

  /** Whether the key image at `at` of `bytes` is one of them. */
  has(bytes: Uint8Array, at: number): boolean {
    return this.#table.get(bytes, at) !== undefined
  }

  /** The one of them, in hex, that begins with the 8 bytes at `at`, as rows of the scan feed have key images. */
  beginningWith(bytes: Uint8Array, at: number): string | undefined {
    const view = dataView(bytes)
    return this.#beginnings.get(view.getBigUint64(at))
  }

  /** The first 4 bytes of each, as scan rows have key images. */
  shortBeginnings(): Set<number> {
    return new Set([...this.#beginnings.keys()].map((beginning) => Number(beginning >> 32n)))
  }
}

/** The first 4 bytes of a key image in hex. */
export const shortBeginningOf = (keyImage: string): number => parseInt(keyImage.slice(0, 8), 16)

const beginningOf = (keyImage: string) => BigInt(`0x${keyImage.slice(0, 16)}`)
