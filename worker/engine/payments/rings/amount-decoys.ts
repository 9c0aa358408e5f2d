/**
 * Decoy selection for outputs with an amount in the clear.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { AmountCount } from './amount-counts.ts'
import { randomFraction } from '../../base/random.ts'
import type { DecoySource } from './rings.ts'

/** Number of outputs to query for a ring, spares for locked ones included. */
export const requestedOfAmount = (ringSize: number): number => Math.floor(ringSize * 1.5 + 1)

/**
 * Draws the first half of the candidates from the recent outputs, as far as there are any, and the
 * rest from all outputs. Newer outputs are more likely.
 *
 * @see monero src/wallet/wallet2.cpp get_outs
 */
export class AmountPicker implements DecoySource {
  readonly spendable: number
  readonly #random: RandomBytes
  readonly #recent: number
  /** Number of decoys to draw from the recent outputs. */
  readonly #fromRecent: number

  /** @param real - Index of the real output among those of its amount. */
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
    // A real output that is recent itself counts towards that half.
    this.#fromRecent = real >= spendable - recent && half > 0 ? half - 1 : half
  }

  /** @param picked - Number of indices picked so far, the real output included. */
  pick(picked: number): number {
    if (picked - 1 < this.#fromRecent)
      return this.spendable - this.#recent + this.#triangular(this.#recent)
    return this.#triangular(this.spendable)
  }

  // Below `count`, with a probability that rises with the index.
  #triangular(count: number): number {
    return Math.min(Math.floor(Math.sqrt(randomFraction(this.#random)) * count), count - 1)
  }
}
