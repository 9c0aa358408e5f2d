/**
 * Which language the page shows: the one in the settings, else the first of the browser's languages that exists.
 *
 * @module
 */
import languages from './list.json'

export type Code = string
export type LanguageChoice = 'system' | Code

const key = 'nightjar.language'
const fallback = 'en'

/** A stored choice; it is not secret. A language that no longer exists counts as none. */
export function storedChoice(): LanguageChoice {
  const stored = localStorage.getItem(key)
  return languages.find(({ code }) => code === stored)?.code ?? 'system'
}

export function storeChoice(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, choice)
}

export type Chosen = { code: Code; dir: 'ltr' | 'rtl'; tag: string }

/**
 * The language for a choice.
 *
 * @param wanted - Languages of the browser, best first.
 * @returns `tag` has the region that the browser asks for, which decides how dates and numbers are written.
 */
export function chosenLanguage(choice: LanguageChoice, wanted: readonly string[]): Chosen {
  const known = choice === 'system' ? wanted.map(withCode).find(isKnown) : undefined
  const code = known?.code ?? (choice === 'system' ? fallback : choice)
  const tag = withDigits(wanted.map(withCode).find((one) => one.code === code)?.tag ?? code)
  const dir = languages.find((language) => language.code === code)?.dir === 'rtl' ? 'rtl' : 'ltr'
  return { code, dir, tag }
}

const isKnown = ({ code }: { code: string }) => languages.some((language) => language.code === code)

/**
 * Digits as amounts, heights and addresses have them, which are the same in every language: a number beside them is
 * compared and typed. `ar-EG` has others.
 */
const withDigits = (tag: string) =>
  !mayHaveOwnDigits.test(tag) ||
  new Intl.NumberFormat(tag).resolvedOptions().numberingSystem === 'latn'
    ? tag
    : new Intl.Locale(tag, { numberingSystem: 'latn' }).toString()

/** Other digits are in some regions of Arabic alone, and in tags that ask for them. The first use of Intl is slow. */
const mayHaveOwnDigits = /^ar\b|-u-/i

/** The word list for a new seed, by its English name. Monero has none in some languages: those get English. */
export const seedLanguageOf = (code: Code): string =>
  languages.find((language) => language.code === code)?.seed ?? 'English'

/** `de-AT` is the language `de`. */
const withCode = (tag: string) => ({ tag, code: tag.split('-')[0]!.toLowerCase() })
