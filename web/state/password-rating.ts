/**
 * What a rating of a password says, and the rule for passwords that cannot be rated.
 *
 * @module
 */

import { text } from '../languages/text.ts'

export type Rating = {
  /** From 0, very weak, to 4, very strong. */
  level: number
  /** The rating in words, and advice for a weak password. */
  text: string
}

/** The device that guesses passwords. */
export type Attacker = {
  /** As the subject of a sentence. */
  readonly device: string
  guessesPerSecond: number
}

/**
 * An estimate for the passwords of wallets: Argon2id with 64 MiB and 3 passes (`defaultStretchCost` of the
 * worker), limited by a memory bandwidth of 1 TB/s.
 */
export const graphicsCard: Attacker = {
  get device() {
    return text('a large graphics card')
  },
  guessesPerSecond: 1500,
}

/** The lowest level that needs no consent. */
export const leastLevel = 2

/** Characters that a password needs while it cannot be rated. */
const leastLength = 16

/** Rates a password without lists of words: every long one is accepted. */
export function rateByLength(password: string): Rating {
  const enough = [...password].length >= leastLength
  return {
    level: enough ? leastLevel : 0,
    text: enough
      ? `Long enough: the minimum is ${leastLength} characters, because the word lists that rate passwords are not loaded. Use several words that do not belong together.`
      : `Too short: the minimum is ${leastLength} characters, because the word lists that rate passwords are not loaded. Use several words that do not belong together.`,
  }
}
