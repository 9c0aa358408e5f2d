/**
 * How fast the password of a key file is guessed.
 *
 * @module
 */
import { text } from '../languages/text.ts'
import type { Attacker } from './password-rating.ts'

/** CryptoNight hashes per second of a machine that was sold for mining, the Bitmain Antminer X3. */
const hashesPerSecond = 220_000

/** @param rounds - Each guess takes this many hashes of CryptoNight. */
export const keyFileAttacker = (rounds: number): Attacker => ({
  device: text('a mining machine'),
  guessesPerSecond: hashesPerSecond / rounds,
})
