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
import { plural, text } from '../languages/text.ts'
import { leastLevel, type Attacker, type Rating } from './password-rating.ts'

/** The time grows with the square of the length and the number of substitutions: both are bounded. */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: {
    ...english.translations,
    // Warnings are chosen by their name, to be shown in the language of the page.
    warnings: Object.fromEntries(
      Object.keys(english.translations.warnings).map((name) => [name, name]),
    ) as typeof english.translations.warnings,
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

const levels: readonly [words: () => string, leastYears: number][] = [
  [() => text('Very weak'), 0],
  [() => text('Weak'), 1 / 12],
  [() => text('Fair'), 10],
  [() => text('Strong'), 1000],
  [() => text('Very strong'), 1e6],
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
  const estimate = text(`${words()}: ${device} guesses it within ${guessTime(seconds)}.`)
  if (level >= leastLevel) return { level, text: estimate }
  const minimum = plural(levels[leastLevel]![1], [
    'The minimum is # year.',
    'The minimum is # years.',
  ])
  const advice = adviceFor(feedback.warning) ?? 'Add more words that do not belong together.'
  return { level, text: `${estimate} ${minimum} ${advice}` }
}

/** @param warning - Its name in zxcvbn. */
function adviceFor(warning: string | null | undefined): string | undefined {
  const advice: { readonly [warning: string]: string } = {
    straightRow: 'Straight rows of keys on your keyboard are easy to guess.',
    keyPattern: 'Short keyboard patterns are easy to guess.',
    simpleRepeat: 'Repeated characters like "aaa" are easy to guess.',
    extendedRepeat: 'Repeated character patterns like "abcabcabc" are easy to guess.',
    sequences: 'Common character sequences like "abc" are easy to guess.',
    recentYears: 'Recent years are easy to guess.',
    dates: 'Dates are easy to guess.',
    topTen: 'This is a heavily used password.',
    topHundred: 'This is a frequently used password.',
    common: 'This is a commonly used password.',
    similarToCommon: 'This is similar to a commonly used password.',
    wordByItself: 'Single words are easy to guess.',
    namesByThemselves: 'Single names or surnames are easy to guess.',
    commonNames: 'Common names and surnames are easy to guess.',
    userInputs: 'It contains the name of the wallet or of this program.',
  }
  return advice[warning ?? '']
}
