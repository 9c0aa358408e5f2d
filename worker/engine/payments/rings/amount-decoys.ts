/**
 * Which outputs of an amount in the clear pass for the one being spent.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { AmountCount } from './amount-counts.ts'
import { randomFraction } from '../../base/random.ts'
import type { DecoySource } from './rings.ts'

/** How many outputs are asked about for a ring: spares for locked ones. */
export const requestedOfAmount = (ringSize: number): number => Math.floor(ringSize * 1.5 + 1)

/**
 * Draws the first half of those that are asked about from the recent ones, as far as there are any,
 * and the rest from all: the newer, the likelier.
 *
 * @see monero src/wallet/wallet2.cpp get_outs
 */
export class AmountPicker implements DecoySource {
  readonly spendable: number
  readonly #random: RandomBytes
  readonly #recent: number
  /** How many picks, ours apart, come from the recent ones. */
  readonly #fromRecent: number

  /** @param real - Index of ours among those of its amount. */
  constructor(
    { spendable, recent }: AmountCount,
    real: number,
    ringSize: number,
    random: RandomBytes,
  ) {
    this.spendable = spendable
    this.#random = random
    this.#recent = recent
    const half = Math.min(Math.max(Math.floor(requestedOfAmount(ringSize) / 2), 1), recent)
    // Where ours is a recent one itself, it is one of that half.
    this.#fromRecent = real >= spendable - recent && half > 0 ? half - 1 : half
  }

  /** @param picked - How many there are already, with ours. */
  pick(picked: number): number {
    if (picked - 1 < this.#fromRecent)
      return this.spendable - this.#recent + this.#triangular(this.#recent)
    return this.#triangular(this.spendable)
  }

  // Below `count`, each as likely as it is high.
  #triangular(count: number): number {
    return Math.min(Math.floor(Math.sqrt(randomFraction(this.#random)) * count), count - 1)
  }
}
