/**
 * Rates passwords by the guesses of an attacker with lists of words, names and known passwords. Loaded on demand:
 * the lists have 1.6 MB.
 *
 * @module
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { guessTime } from '../format/guess-time.ts'
import { leastLevel, type Attacker, type Rating } from './password-rating.ts'

const { warnings } = english.translations

/** The time grows with the square of the length and the number of substitutions: both are bounded. */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: {
    ...english.translations,
    warnings: { ...warnings, userInputs: 'It contains the name of the wallet or of this program.' },
  },
  // Gives the reason for all passwords below the minimum. The rest are the defaults, which must be given too.
  timeEstimationValues: {
    scoring: { 0: 1e3, 1: 1e6, 2: 1e14, 3: 1e15 },
    attackTime: {
      onlineThrottlingXPerHour: 100,
      onlineNoThrottlingXPerSecond: 10,
      offlineSlowHashingXPerSecond: 1e4,
      offlineFastHashingXPerSecond: 1e10,
    },
  },
  maxLength: 40,
  l33tMaxSubstitutions: 8,
})

const levels: readonly [words: string, leastYears: number][] = [
  ['Very weak', 0],
  ['Weak', 1 / 12],
  ['Fair', 10],
  ['Strong', 1000],
  ['Very strong', 1e6],
]

const secondsPerYear = 31_557_600

/**
 * @param password - Its first 40 characters are rated.
 * @param names - Counted as known words, such as the name of the wallet.
 */
export function ratePassword(
  password: string,
  names: readonly string[],
  { device, guessesPerSecond }: Attacker,
): Rating {
  const known = names.flatMap((name) => [name, ...name.split(/\s+/)])
  const { guesses, feedback } = zxcvbn.check(password, [...known, 'nightjar', 'monero', 'xmr'])
  const seconds = guesses / guessesPerSecond
  const level = levels.findLastIndex(([, years]) => seconds >= years * secondsPerYear)
  const [words] = levels[level]!
  const estimate = `${words}: ${device} guesses it within ${guessTime(seconds)}.`
  if (level >= leastLevel) return { level, text: estimate }
  const minimum = `The minimum is ${levels[leastLevel]![1]} years.`
  const advice = feedback.warning ?? 'Add more words that do not belong together.'
  return { level, text: `${estimate} ${minimum} ${advice}` }
}
