/**
 * The languages of seeds of 25 words. Each list is loaded on demand, so that a page loads only those it
 * uses.
 *
 * @module
 */
import { WordList } from './word-list.ts'

export type Language = {
  /** The name in the language itself, as `get_languages` and wallets show it. */
  name: string
  englishName: string
  /** Length of the prefix that identifies a word within the list. */
  prefixLength: number
}

type Source = { language: Language; load: () => Promise<{ words: string }> }

const language = (
  englishName: string,
  name: string,
  prefixLength: number,
  load: Source['load'],
): Source => ({ language: { name, englishName, prefixLength }, load })

const german = language('German', 'Deutsch', 4, () => import('./words/german.ts'))
const english = language('English', 'English', 3, () => import('./words/english.ts'))
const spanish = language('Spanish', 'Español', 4, () => import('./words/spanish.ts'))
const french = language('French', 'Français', 4, () => import('./words/french.ts'))
const italian = language('Italian', 'Italiano', 4, () => import('./words/italian.ts'))
const dutch = language('Dutch', 'Nederlands', 4, () => import('./words/dutch.ts'))
const portuguese = language('Portuguese', 'Português', 4, () => import('./words/portuguese.ts'))
const russian = language('Russian', 'русский язык', 4, () => import('./words/russian.ts'))
const japanese = language('Japanese', '日本語', 3, () => import('./words/japanese.ts'))
const chinese = language(
  'Chinese (simplified)',
  '简体中文 (中国)',
  1,
  () => import('./words/chinese_simplified.ts'),
)
const esperanto = language('Esperanto', 'Esperanto', 4, () => import('./words/esperanto.ts'))
const lojban = language('Lojban', 'Lojban', 4, () => import('./words/lojban.ts'))
const englishOld = language(
  'English (old)',
  'EnglishOld',
  4,
  () => import('./words/english_old.ts'),
)

const listed = [
  german,
  english,
  spanish,
  french,
  italian,
  dutch,
  portuguese,
  russian,
  japanese,
  chinese,
  esperanto,
  lojban,
]

/**
 * Languages that a seed can be written in, in the order of `get_languages`.
 *
 * @see monero src/mnemonics/electrum-words.cpp get_language_list
 */
export const languages: readonly Language[] = listed.map(({ language }) => language)

/**
 * The name of the list from before 2014, which is read only. A wallet restored from it needs a current
 * language.
 *
 * @see monero src/mnemonics/electrum-words.h old_language_name
 */
export const oldLanguageName = englishOld.language.name

/** The language by its own or its English name; `undefined` if unknown. */
export const findLanguage = (name: string): Language | undefined =>
  languages.find((language) => isNamed(language, name))

const isNamed = (language: Language, name: string) =>
  language.name === name || language.englishName === name

const lists = new Map<Source, Promise<WordList>>()

function load(source: Source): Promise<WordList> {
  const known = lists.get(source)
  if (known) return known
  const list = source.load().then(({ words }) => new WordList(source.language, words))
  lists.set(source, list)
  // A failed load is retried.
  list.catch(() => lists.delete(source))
  return list
}

/**
 * The word list of a language.
 *
 * @param name - Its own name or the English one; `EnglishOld` too.
 * @throws RangeError for a name that {@link findLanguage} does not know.
 */
export async function loadLanguage(name: string): Promise<WordList> {
  const found = [...listed, englishOld].find(({ language }) => isNamed(language, name))
  if (!found) throw new RangeError('seed language: expected a name of get_languages')
  return load(found)
}

/**
 * All lists, in the order in which a seed's language is detected.
 *
 * @see monero src/mnemonics/electrum-words.cpp find_seed_language
 */
export async function* allLists(): AsyncGenerator<WordList> {
  yield load(chinese)
  yield load(english)
  yield load(dutch)
  yield load(french)
  yield load(spanish)
  yield load(german)
  yield load(italian)
  yield load(portuguese)
  yield load(japanese)
  yield load(russian)
  yield load(esperanto)
  yield load(lojban)
  yield load(englishOld)
}
