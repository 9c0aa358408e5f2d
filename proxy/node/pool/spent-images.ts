/**
 * Which transactions of the pool spend which outputs. Of those from blocks several may spend the same.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Id } from '../types.ts'

/** Hex of the key images of what it spends. */
export const imagesOf = ({ inputs }: Transaction): string[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [bytesToHex(input.keyImage)] : []))

export class SpentImages {
  readonly #spenders = new Map<string, Set<Id>>()

  /** All key images with who spends each. */
  all(): ReadonlyMap<string, ReadonlySet<Id>> {
    return this.#spenders
  }

  spendersOf(image: string): ReadonlySet<Id> {
    return this.#spenders.get(image) ?? none
  }

  /** Other transactions that spend any of the same. */
  rivalsOf(images: readonly string[], id: Id): Set<Id> {
    const rivals = new Set(images.flatMap((image) => [...this.spendersOf(image)]))
    rivals.delete(id)
    return rivals
  }

  add(images: readonly string[], id: Id): void {
    for (const image of images) {
      const spenders = this.#spenders.get(image)
      if (spenders) spenders.add(id)
      else this.#spenders.set(image, new Set([id]))
    }
  }

  remove(images: readonly string[], id: Id): void {
    for (const image of images) {
      const spenders = this.#spenders.get(image)
      spenders?.delete(id)
      if (spenders?.size === 0) this.#spenders.delete(image)
    }
  }

  clear(): void {
    this.#spenders.clear()
  }
}

const none: ReadonlySet<Id> = new Set()
