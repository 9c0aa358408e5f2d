/**
 * Keys from words, whichever kind of seed they are.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { findLanguage, loadLanguage, oldLanguageName } from '#protocol/mnemonic/languages.ts'
import {
  birthdayTime,
  crypted,
  isEncrypted,
  polyseedKey,
  polyseedWords,
  readPolyseed,
  writePolyseed,
  type PolyseedProblem,
} from '#protocol/mnemonic/polyseed.ts'
import {
  isDeprecated,
  readHalfSeed,
  readSeed,
  writeSeed,
  type Seed,
  type SeedProblem,
} from '#protocol/mnemonic/seed.ts'
import type { Crypto } from '#wasm/types.ts'
import { halfSeedKeys, polyseedKeys, seedKeys, type NewKeys } from './new-keys.ts'
import { withoutOffset } from './seed-offset.ts'

export type KeysOfWords = {
  keys: NewKeys
  /** As the wallet writes them from now on. */
  words: string
  isDeprecated: boolean
  /** When the words say that they were made, in Unix seconds. */
  made?: bigint
}

/** What is said of a seed beside its words; empty for nothing. */
type Said = { language: string; seed_offset: string }

/** @throws {RpcError} UNKNOWN_ERROR in the reference's words. No word of the seed is repeated. */
export function keysOfWords(crypto: Crypto, text: string, said: Said): Promise<KeysOfWords> {
  const count = text.trim().split(/\s+/).length
  return count === polyseedWords ? ofPolyseed(crypto, text, said) : ofSeed(crypto, text, said)
}

async function ofSeed(crypto: Crypto, text: string, said: Said): Promise<KeysOfWords> {
  const isHalf = text.trim().split(/\s+/).length === 13
  if (isHalf && said.seed_offset !== '')
    throw refused('Seeds of 13 words have no offset', 'seed_offset')
  const read = await (isHalf ? readHalfSeed(text) : readSeed(text))
  if ('problem' in read) throw notVerified(read.problem)
  const key = await taken(crypto, read.key, said.seed_offset)
  try {
    const language = languageFor(read, said.language)
    const words = writeSeed(key, await loadLanguage(language))
    const keys = (isHalf ? halfSeedKeys : seedKeys)(crypto, key, language)
    return { keys, words, isDeprecated: isDeprecated(read) }
  } finally {
    for (const secret of [read.key, key]) secret.fill(0)
  }
}

async function ofPolyseed(crypto: Crypto, text: string, said: Said): Promise<KeysOfWords> {
  const read = await readPolyseed(text, said.language === '' ? undefined : said.language)
  if ('problem' in read) throw notVerified(read.problem)
  if (isEncrypted(read) && said.seed_offset === '') throw notVerified('passphrase')
  const seed = isEncrypted(read) ? crypted(read, said.seed_offset) : read
  if (seed !== read) read.secret.fill(0)
  const language = (findLanguage(seed.language) ?? findLanguage('English')!).name
  const made = birthdayTime(seed)
  if (isEncrypted(read) || said.seed_offset === '') {
    const keys = polyseedKeys(crypto, seed, language)
    return { keys, words: await writePolyseed(seed), isDeprecated: false, made }
  }
  // An offset as of seeds of 25 words: only such words stand for what is left.
  const whole = polyseedKey(seed)
  const key = await taken(crypto, whole, said.seed_offset)
  try {
    const keys = seedKeys(crypto, key, language)
    const words = writeSeed(key, await loadLanguage(language))
    return { keys, words, isDeprecated: false, made }
  } finally {
    for (const secret of [seed.secret, whole, key]) secret.fill(0)
  }
}

const taken = async (crypto: Crypto, key: Uint8Array, offset: string) =>
  offset === '' ? key : withoutOffset(crypto, key, offset)

const refused = (message: string, data?: string) => new RpcError('UNKNOWN_ERROR', message, data)

type Problem = SeedProblem['problem'] | PolyseedProblem['problem'] | 'passphrase'

/** What the reference does not say goes beside what it says. */
const notVerified = (problem: Problem) =>
  refused('Electrum-style word list failed verification', problems[problem])

const problems: Record<Problem, string> = {
  'word count': 'seed: expected 13, 16, 24 or 25 words',
  'unknown word': 'seed: a word is in none of the word lists, or words of several are mixed',
  checksum: 'seed: the words contradict their checksum: one of them is another, or misplaced',
  'no key': 'seed: these words stand for no key',
  ambiguous: 'language: these words are a seed in several languages',
  features: 'seed: these words ask for something that is not known here',
  passphrase: 'seed_offset: these words are encrypted with a passphrase',
}

/** The seed's own language, or the one asked for in place of the oldest list. */
function languageFor(seed: Seed, wanted: string) {
  if (seed.language.name !== oldLanguageName) return seed.language.name
  if (wanted === '')
    throw refused(
      'Wallet was using the old seed language. You need to specify a new seed language.',
    )
  if (!findLanguage(wanted))
    throw refused(
      'Wallet was using the old seed language, and the specified new seed language is invalid.',
    )
  return wanted
}
