import { describe, expect, test } from 'vitest'
import { findLanguage } from '#protocol/mnemonic/languages.ts'
import {
  birthdayTime,
  crypted,
  polyseedKey,
  readPolyseed,
  writePolyseed,
  type Polyseed,
} from '#protocol/mnemonic/polyseed.ts'
import { readSeed } from '#protocol/mnemonic/seed.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { keysOfPolyseed } from '../../../../worker/engine/keys/polyseed-keys.ts'
import { withoutOffset } from '../../../../worker/engine/keys/seed-offset.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

// https://github.com/tevador/polyseed tests/tests.c
const words =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'
const spanish =
  'eje fin parte célebre tabú pestaña lienzo puma prisión hora regalo lengua existir lápiz lote sonoro'
const seed = (await readPolyseed(words)) as Polyseed
const hidden = await writePolyseed(crypted(seed, 'pass'))

const keysOf = (text: string, seed_offset = '', language = '') =>
  keysOfPolyseed(crypto, text, { language, seed_offset })

describe('keysOfPolyseed', () => {
  test('returns the keys of the derived key, and keeps the words with them', async () => {
    expect(await keysOf(words)).toEqual({
      keys: {
        secrets: { ...keysOfSeed(crypto, polyseedKey(seed)), polyseed: seed },
        seedLanguage: 'English',
        deterministic: true,
      },
      words,
      isDeprecated: false,
      made: birthdayTime(seed),
    })
  })

  test('keeps the language of the words', async () => {
    const { keys, words: shown } = await keysOf(spanish)
    expect(findLanguage(keys.seedLanguage)?.englishName).toBe('Spanish')
    expect(shown).toBe(spanish)
  })

  test('decrypts encrypted words, and shows them decrypted', async () => {
    expect(await keysOf(hidden, 'pass')).toEqual(await keysOf(words))
    const other = await keysOf(hidden, 'wrong')
    expect(other.keys.secrets.spendPublic).not.toEqual(
      (await keysOf(words)).keys.secrets.spendPublic,
    )
  })

  test('decrypts words that are not encrypted with an offset to a seed of 25 words', async () => {
    const { keys, words: shown, made } = await keysOf(words, 'pass')
    const rest = await withoutOffset(crypto, polyseedKey(seed), 'pass')
    expect(keys.secrets).toEqual(keysOfSeed(crypto, rest))
    expect(await readSeed(shown)).toMatchObject({ key: rest, language: { name: 'English' } })
    expect(made).toBe(birthdayTime(seed))
  })

  test.each([
    ['15 words', words.replace('raven ', ''), '', 'seed: expected 13, 16, 24 or 25 words'],
    [
      'another word',
      words.replace('puppy', 'zoo'),
      '',
      'seed: the checksum does not match: a word is wrong or misplaced',
    ],
    [
      'words of another language than the given one',
      words,
      'Spanish',
      'seed: expected words of one word list, got an unknown word or several lists',
    ],
    [
      'encrypted words without a passphrase',
      hidden,
      '',
      'seed_offset: these words are encrypted with a passphrase',
    ],
  ])('error: %s', async (_, text, language, data) => {
    await expect(keysOf(text, '', language)).rejects.toMatchObject({
      code: -1,
      message: 'Electrum-style word list failed verification',
      data,
    })
  })
})
