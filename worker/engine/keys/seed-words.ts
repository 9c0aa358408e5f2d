/**
 * Keys from the words of any kind of seed.
 *
 * @module
 */
import { findLanguage, loadLanguage, oldLanguageName } from '#protocol/mnemonic/languages.ts'
import {
  isDeprecated,
  readHalfSeed,
  readSeed,
  writeSeed,
  type Seed,
} from '#protocol/mnemonic/seed.ts'
import { polyseedWords } from '#protocol/mnemonic/word-counts.ts'
import type { Crypto } from '#wasm/types.ts'
import { halfSeedKeys, seedKeys, type NewKeys } from './new-keys.ts'
import { withoutOffset } from './seed-offset.ts'
import { notVerified, seedError } from './seed-errors.ts'

export type KeysOfWords = {
  keys: NewKeys
  /** The words as the wallet will show them. */
  words: string
  isDeprecated: boolean
  /** Creation time in the words, in Unix seconds. */
  made?: bigint
}

/** Options of a seed in addition to its words. */
export type SeedOptions = { language: string; seed_offset: string }

/** @throws {RpcError} UNKNOWN_ERROR in the reference's words. No word of the seed is repeated. */
export async function keysOfWords(
  crypto: Crypto,
  text: string,
  said: SeedOptions,
): Promise<KeysOfWords> {
  const count = text.trim().split(/\s+/).length
  if (count !== polyseedWords) return ofSeed(crypto, text, said)
  const { keysOfPolyseed } = await import('./polyseed-keys.ts')
  return keysOfPolyseed(crypto, text, said)
}

async function ofSeed(crypto: Crypto, text: string, said: SeedOptions): Promise<KeysOfWords> {
  const isHalf = text.trim().split(/\s+/).length === 13
  if (isHalf && said.seed_offset !== '')
    throw seedError('Seeds of 13 words have no offset', 'seed_offset')
  const read = await (isHalf ? readHalfSeed(text) : readSeed(text))
  if ('problem' in read) throw notVerified(read.problem)
  const key = await withoutOffset(crypto, read.key, said.seed_offset)
  try {
    const language = languageFor(read, said.language)
    const words = writeSeed(key, await loadLanguage(language))
    const keys = (isHalf ? halfSeedKeys : seedKeys)(crypto, key, language)
    return { keys, words, isDeprecated: isDeprecated(read) }
  } finally {
    for (const secret of [read.key, key]) secret.fill(0)
  }
}

/** The seed's own language, or the requested one in place of the oldest list. */
function languageFor(seed: Seed, wanted: string) {
  if (seed.language.name !== oldLanguageName) return seed.language.name
  if (wanted === '')
    throw seedError(
      'Wallet was using the old seed language. You need to specify a new seed language.',
    )
  if (!findLanguage(wanted))
    throw seedError(
      'Wallet was using the old seed language, and the specified new seed language is invalid.',
    )
  return wanted
}
