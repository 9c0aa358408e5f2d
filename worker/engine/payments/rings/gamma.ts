/**
 * Decoy selection from the whole chain, with ages distributed as in real spends.
 *
 * @module
 * @see https://arxiv.org/pdf/1704.04299 (Möser et al.), section 5
 */
import { blockTarget, spendableAge } from '#protocol/rules/limits.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { randomFraction, randomIndex } from '../../base/random.ts'

/** The logarithm of an output's age in seconds at its spend is gamma distributed. */
const shape = 19.28 // monero GAMMA_SHAPE
const scale = 1 / 1.61 // monero GAMMA_SCALE

const targetSeconds = Number(blockTarget(2))
const unlockSeconds = Number(spendableAge) * targetSeconds // monero DEFAULT_UNLOCK_TIME
const recentSeconds = 15 * targetSeconds // monero RECENT_SPEND_WINDOW
const blocksInYear = (86_400 * 365) / targetSeconds

/**
 * Draws decoys from the whole chain.
 *
 * @see monero src/wallet/wallet2.cpp gamma_picker
 */
export class DecoyPicker {
  /** Number of RingCT outputs old enough to be spent: decoys have indices below this. */
  readonly spendable: number
  readonly #random: RandomBytes
  readonly #counts: Float64Array
  readonly #blocks: number
  readonly #secondsPerOutput: number

  /**
   * @param counts - Cumulative RingCT outputs up to each block, from the first block that has any;
   *   ascending, for more than {@link spendableAge} blocks.
   */
  constructor(counts: Float64Array, random: RandomBytes) {
    this.#random = random
    this.#counts = counts
    this.#blocks = counts.length - (Number(spendableAge) - 1)
    this.spendable = counts[this.#blocks - 1] ?? 0

    const considered = Math.min(counts.length, blocksInYear)
    const before = considered < counts.length ? counts[counts.length - considered - 1]! : 0
    const outputs = counts.at(-1)! - before
    this.#secondsPerOutput = (targetSeconds * considered) / outputs
  }

  /** Index of an output, or undefined for a draw outside the chain: draw again. */
  pick(): number | undefined {
    const age = this.#ageSeconds() / this.#secondsPerOutput
    const back = Math.floor(age)
    if (back >= this.spendable) return undefined
    const block = this.#blockOf(this.spendable - 1 - back)

    // A random output of that block, so the position within the block does not matter.
    const first = block === 0 ? 0 : this.#counts[block - 1]!
    const inBlock = this.#counts[block]! - first
    return inBlock === 0 ? undefined : first + randomIndex(this.#random, inBlock)
  }

  // Ages below the lock time of ten blocks come from data before that rule existed. Such outputs
  // are assumed to be spent soon after they unlock.
  #ageSeconds(): number {
    const age = Math.exp(gammaVariate(this.#random, shape) * scale)
    return age > unlockSeconds ? age - unlockSeconds : randomIndex(this.#random, recentSeconds)
  }

  // The first block whose count is not below `index`, as in the reference. For the first output of
  // a block that is the previous block. This is kept, since decoys must be drawn with the
  // reference's distribution.
  #blockOf(index: number): number {
    let low = 0
    let high = this.#blocks
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#counts[middle]! < index) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * A gamma variate of scale 1.
 *
 * @param shape - 1 or more.
 * @see Marsaglia and Tsang, A simple method for generating gamma variables, ACM TOMS 26(3), 2000
 */
export function gammaVariate(random: RandomBytes, shape: number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalVariate(random)
    const v = (1 + c * x) ** 3
    if (v <= 0) continue
    // 1 - u is never zero.
    const u = 1 - randomFraction(random)
    if (Math.log(u) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A standard normal variate, by Marsaglia's polar method. */
function normalVariate(random: RandomBytes): number {
  for (;;) {
    const x = 2 * randomFraction(random) - 1
    const y = 2 * randomFraction(random) - 1
    const s = x * x + y * y
    if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s)
  }
}
