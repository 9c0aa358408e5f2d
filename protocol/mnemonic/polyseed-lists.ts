/**
 * The word lists of seeds of 16 words: those of BIP-39, with a few changes. Each list is loaded on
 * demand.
 *
 * @module
 * @see https://github.com/tevador/polyseed src/lang.c
 */

/** Words in a list. */
const polyseedListSize = 2048

/** Length of the prefix that identifies a word, in languages with prefixes. */
const prefixLength = 4

type Traits = {
  /** The name in the language itself. */
  name: string
  englishName: string
  /** Four characters identify a word. */
  byPrefix: boolean
  /** Accents may be omitted. */
  accents?: true
  separator?: string
}

type Source = Traits & { load: () => Promise<{ words: string }> }

// In the order of language detection.
const sources: readonly Source[] = [
  {
    name: 'English',
    englishName: 'English',
    byPrefix: true,
    load: () => import('./polyseed-words/english.ts'),
  },
  {
    name: '日本語',
    englishName: 'Japanese',
    byPrefix: false,
    separator: '\u3000',
    load: () => import('./polyseed-words/japanese.ts'),
  },
  {
    name: '한국어',
    englishName: 'Korean',
    byPrefix: false,
    load: () => import('./polyseed-words/korean.ts'),
  },
  {
    name: 'español',
    englishName: 'Spanish',
    byPrefix: true,
    accents: true,
    load: () => import('./polyseed-words/spanish.ts'),
  },
  {
    name: 'français',
    englishName: 'French',
    byPrefix: true,
    accents: true,
    load: () => import('./polyseed-words/french.ts'),
  },
  {
    name: 'italiano',
    englishName: 'Italian',
    byPrefix: true,
    load: () => import('./polyseed-words/italian.ts'),
  },
  {
    name: 'čeština',
    englishName: 'Czech',
    byPrefix: true,
    load: () => import('./polyseed-words/czech.ts'),
  },
  {
    name: 'português',
    englishName: 'Portuguese',
    byPrefix: true,
    load: () => import('./polyseed-words/portuguese.ts'),
  },
  {
    name: '中文(简体)',
    englishName: 'Chinese (Simplified)',
    byPrefix: false,
    load: () => import('./polyseed-words/chinese_simplified.ts'),
  },
  {
    name: '中文(繁體)',
    englishName: 'Chinese (Traditional)',
    byPrefix: false,
    load: () => import('./polyseed-words/chinese_traditional.ts'),
  },
]

export class PolyseedList {
  readonly englishName: string
  readonly #traits: Traits
  readonly #words: readonly string[]
  /** Accepted spellings of a whole word. */
  readonly #byWord = new Map<string, number>()
  readonly #byPrefix = new Map<string, number>()

  constructor(traits: Traits, words: string) {
    this.#traits = traits
    this.englishName = traits.englishName
    this.#words = words.trim().split(/\s+/)
    if (this.#words.length !== polyseedListSize)
      throw new RangeError(`${traits.englishName}: expected ${polyseedListSize} words`)
    for (const [index, word] of this.#words.entries()) {
      const typed = this.#canonical(word)
      this.#byWord.set(typed, index)
      this.#byPrefix.set(typed.slice(0, prefixLength), index)
    }
  }

  /** Index of a word or of a sufficient prefix; undefined if it is not in the list. */
  indexOf(word: string): number | undefined {
    const typed = this.#canonical(word)
    const whole = this.#byWord.get(typed)
    if (whole !== undefined || !this.#traits.byPrefix || typed.length < prefixLength) return whole
    const index = this.#byPrefix.get(typed.slice(0, prefixLength))
    const isBeginning =
      index !== undefined && this.#canonical(this.#words[index]!).startsWith(typed)
    return isBeginning ? index : undefined
  }

  /** The words of these indices. */
  phrase(indices: readonly number[]): string {
    return indices.map((index) => this.#words[index]!).join(this.#traits.separator ?? ' ')
  }

  // Decomposed, so that accents are separate characters.
  #canonical(word: string): string {
    const plain = word.normalize('NFKD').toLowerCase()
    return this.#traits.accents ? plain.replace(/[^\0-\x7f]/g, '') : plain
  }
}

const lists = new Map<Source, Promise<PolyseedList>>()

function load(source: Source): Promise<PolyseedList> {
  const known = lists.get(source)
  if (known) return known
  const list = source.load().then(({ words }) => new PolyseedList(source, words))
  lists.set(source, list)
  // A failed load is retried.
  list.catch(() => lists.delete(source))
  return list
}

/** Every list. */
export async function* allPolyseedLists(): AsyncGenerator<PolyseedList> {
  for (const source of sources) yield load(source)
}

/** The list of a language by its own or its English name; undefined if unknown. */
export async function loadPolyseedList(name: string): Promise<PolyseedList | undefined> {
  const source = sources.find((each) => each.name === name || each.englishName === name)
  return source && load(source)
}
