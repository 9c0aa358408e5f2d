/**
 * Names of the node's states, to find out whether an answer is from the present one.
 *
 * @module
 */
import type { Lifetime } from './lifetimes.ts'

/** The state of the node as it was last observed. A value is undefined while it is unknown. */
export type ObservedState = {
  /** Id of the top block. */
  tip: () => string | undefined
  /** Height of the top block. */
  topHeight: () => bigint | undefined
  /** Anything that differs for different sets of transactions in the pool. */
  pool: () => string | undefined
}

/** The state that an answer depends on. */
export type Stamp = {
  /** Equal for answers that are true at the same time. */
  text: string
  /** Whether the state is known. Otherwise answers are not kept. */
  isKnown: boolean
}

/** Effects follow one another at least this long. Otherwise a client that repeats one would empty the cache. */
const msBetweenEffects = 1_000

/**
 * Numbers the states. A state that comes back has a new number, because an answer of the state between may have arrived
 * before that was observed.
 */
export class StateStamps {
  readonly #state: ObservedState
  readonly #nowMs: () => number
  readonly #tip: Numbered
  readonly #pool: Numbered
  #effects = 0
  #resets = 0
  #lastEffectMs = -Infinity
  #hasNewEffect = false

  /** @param nowMs - Milliseconds of a monotonic clock. */
  constructor(state: ObservedState, nowMs: () => number) {
    this.#state = state
    this.#nowMs = nowMs
    this.#tip = new Numbered(state.tip)
    this.#pool = new Numbered(state.pool)
  }

  /** The state that an answer with this lifetime depends on. */
  of({ until }: Lifetime): Stamp {
    this.#countEffects()
    const tip = this.#tip.number()
    const pool = this.#pool.number()
    const since = `${this.#resets}`
    if (until === 'settled')
      return { text: `${since} settled`, isKnown: this.#state.topHeight() !== undefined }
    const isTipKnown = this.#state.tip() !== undefined
    const ofTip = `${since} ${this.#effects} ${tip}`
    if (until === 'tip') return { text: ofTip, isKnown: isTipKnown }
    const isKnown = until === 'pool' && isTipKnown && this.#state.pool() !== undefined
    return { text: `${ofTip} ${pool}`, isKnown }
  }

  /** No earlier answer is true any more, settled ones included. */
  reset() {
    this.#resets++
  }

  /** A call changed the node. Its client shall see that before it is observed. */
  addEffect() {
    this.#hasNewEffect = true
  }

  #countEffects() {
    if (!this.#hasNewEffect || this.#nowMs() - this.#lastEffectMs < msBetweenEffects) return
    this.#hasNewEffect = false
    this.#lastEffectMs = this.#nowMs()
    this.#effects++
  }
}

/** Counts the changes of a value. */
class Numbered {
  readonly #read: () => string | undefined
  #last: string | undefined
  #changes = 0

  constructor(read: () => string | undefined) {
    this.#read = read
  }

  number(): number {
    const value = this.#read()
    if (value !== this.#last) this.#changes++
    this.#last = value
    return this.#changes
  }
}
