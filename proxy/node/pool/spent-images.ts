/**
 * Key images that transactions of the pool spend. Several transactions from blocks may spend the same.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Id } from '../types.ts'

/** The key images of a transaction, in hex. */
export const imagesOf = ({ inputs }: Transaction): string[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [bytesToHex(input.keyImage)] : []))

export class SpentImages {
  readonly #spenders = new Map<string, Set<Id>>()
  /** Key images by transaction. */
  readonly #images = new Map<Id, readonly string[]>()

  /** All key images, with the transactions that spend them. */
  all(): ReadonlyMap<string, ReadonlySet<Id>> {
    return this.#spenders
  }

  spendersOf(image: string): ReadonlySet<Id> {
    return this.#spenders.get(image) ?? none
  }

  /** Other transactions that spend one of the key images. */
  rivalsOf(images: readonly string[], id: Id): Set<Id> {
    const rivals = new Set(images.flatMap((image) => [...this.spendersOf(image)]))
    rivals.delete(id)
    return rivals
  }

  add(images: readonly string[], id: Id): void {
    this.#images.set(id, images)
    for (const image of images) {
      const spenders = this.#spenders.get(image)
      if (spenders) spenders.add(id)
      else this.#spenders.set(image, new Set([id]))
    }
  }

  remove(id: Id): void {
    for (const image of this.#images.get(id) ?? []) {
      const spenders = this.#spenders.get(image)
      spenders?.delete(id)
      if (spenders?.size === 0) this.#spenders.delete(image)
    }
    this.#images.delete(id)
  }

  clear(): void {
    this.#spenders.clear()
    this.#images.clear()
  }
}

const none: ReadonlySet<Id> = new Set()
