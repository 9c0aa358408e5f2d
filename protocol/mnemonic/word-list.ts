/**
 * A word list, and the lookup of typed words.
 *
 * @module
 */
import type { Language } from './languages.ts'

/** Words in a list. @see monero src/mnemonics/language_base.h NWORDS */
export const listSize = 1626

export class WordList {
  readonly language: Language
  readonly words: readonly string[]
  // Keys are in lower case, as monero compares words.
  readonly #byWord = new Map<string, number>()
  readonly #byPrefix = new Map<string, number>()
  // The prefix in the list's spelling, which the checksum covers.
  readonly #prefixes = new Map<string, string>()

  /** @param words - Separated by white space, in order. */
  constructor(language: Language, words: string) {
    this.language = language
    this.words = words.trim().split(/\s+/)
    if (this.words.length !== listSize)
      throw new RangeError(`${language.englishName}: expected ${listSize} words`)
    for (const [index, word] of this.words.entries()) {
      this.#byWord.set(word.toLowerCase(), index)
      const prefix = this.#cut(word)
      const key = prefix.toLowerCase()
      // The old English list has duplicate prefixes; the last word counts, as in monero.
      this.#byPrefix.set(key, index)
      if (!this.#prefixes.has(key)) this.#prefixes.set(key, prefix)
    }
  }

  /** Index of a word written in full; `undefined` if it is not in the list. */
  indexOf(word: string): number | undefined {
    return this.#byWord.get(canonical(word))
  }

  /** Index of a word by its unique prefix; the rest is ignored. */
  indexOfPrefix(word: string): number | undefined {
    return this.#byPrefix.get(this.#key(word))
  }

  /** The part of a word that the checksum covers, in the list's spelling. */
  prefixOf(word: string): string | undefined {
    return this.#prefixes.get(this.#key(word))
  }

  /** Words that begin with the typed text, for completion; at most `limit`. */
  startingWith(typed: string, limit = 8): string[] {
    const start = canonical(typed)
    const found: string[] = []
    for (const word of this.words) {
      if (found.length === limit) break
      if (word.toLowerCase().startsWith(start)) found.push(word)
    }
    return found
  }

  #key(word: string): string {
    return this.#cut(canonical(word))
  }

  // Characters are code points.
  #cut(word: string): string {
    return [...word].slice(0, this.language.prefixLength).join('')
  }
}

// The lists are in Unicode's composed form; some keyboards and files use the decomposed one.
const canonical = (word: string) => word.normalize('NFC').toLowerCase()
