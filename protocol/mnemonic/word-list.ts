/**
 * A word list, and how words that people typed are found in it.
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
  // The prefix as the list writes it, which the checksum is made of.
  readonly #prefixes = new Map<string, string>()

  /** @param words - Separated by white space, in the order that counts. */
  constructor(language: Language, words: string) {
    this.language = language
    this.words = words.trim().split(/\s+/)
    if (this.words.length !== listSize)
      throw new RangeError(`${language.englishName}: expected ${listSize} words`)
    for (const [index, word] of this.words.entries()) {
      this.#byWord.set(word.toLowerCase(), index)
      const prefix = this.#cut(word)
      const key = prefix.toLowerCase()
      // The old English list has equal prefixes; the last word counts, as in monero.
      this.#byPrefix.set(key, index)
      if (!this.#prefixes.has(key)) this.#prefixes.set(key, prefix)
    }
  }

  /** Index of a word written in full; `undefined` if it is not in the list. */
  indexOf(word: string): number | undefined {
    return this.#byWord.get(canonical(word))
  }

  /** Index of a word by its unique prefix; what follows it does not matter. */
  indexOfPrefix(word: string): number | undefined {
    return this.#byPrefix.get(this.#key(word))
  }

  /** The part of a word that counts for the checksum, as the list writes it. */
  prefixOf(word: string): string | undefined {
    return this.#prefixes.get(this.#key(word))
  }

  /** Words that begin with what was typed so far, for completion; at most `limit`. */
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

// The lists are in Unicode's composed form; some keyboards and files give the decomposed one.
const canonical = (word: string) => word.normalize('NFC').toLowerCase()
