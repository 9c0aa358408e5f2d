/**
 * Keys from the 16 words of a Polyseed; loaded on demand.
 *
 * @module
 */
import { findLanguage, loadLanguage } from '#protocol/mnemonic/languages.ts'
import {
  birthdayTime,
  crypted,
  isEncrypted,
  polyseedKey,
  readPolyseed,
  writePolyseed,
  type Polyseed,
} from '#protocol/mnemonic/polyseed.ts'
import { writeSeed } from '#protocol/mnemonic/seed.ts'
import type { Crypto } from '#wasm/types.ts'
import { seedKeys, type NewKeys } from './new-keys.ts'
import { withoutOffset } from './seed-offset.ts'
import { notVerified } from './seed-errors.ts'
import type { KeysOfWords, SeedOptions } from './seed-words.ts'

/** @throws {RpcError} UNKNOWN_ERROR, as keysOfWords. */
export async function keysOfPolyseed(
  crypto: Crypto,
  text: string,
  said: SeedOptions,
): Promise<KeysOfWords> {
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
  // An offset as in seeds of 25 words: the result can only be written in 25 words.
  const whole = polyseedKey(seed)
  const key = await withoutOffset(crypto, whole, said.seed_offset)
  try {
    const keys = seedKeys(crypto, key, language)
    const words = writeSeed(key, await loadLanguage(language))
    return { keys, words, isDeprecated: false, made }
  } finally {
    for (const secret of [seed.secret, whole, key]) secret.fill(0)
  }
}

/** Keys of 16 words, which stay with them. @param seed - Not encrypted; the wallet's from now on. */
function polyseedKeys(crypto: Crypto, seed: Polyseed, seedLanguage: string): NewKeys {
  const key = polyseedKey(seed)
  const keys = seedKeys(crypto, key, seedLanguage)
  key.fill(0)
  return { ...keys, secrets: { ...keys.secrets, polyseed: seed } }
}
