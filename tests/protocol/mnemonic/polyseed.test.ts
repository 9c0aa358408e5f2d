import { pbkdf2Sync } from 'node:crypto'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  birthdayOf,
  birthdayTime,
  crypted,
  isEncrypted,
  newPolyseed,
  polyseedKey,
  readPolyseed,
  writePolyseed,
  type Polyseed,
} from '#protocol/mnemonic/polyseed.ts'
import { allPolyseedLists } from '#protocol/mnemonic/polyseed-lists.ts'
import { seed as testSeed } from '../../support/random/case-counts.ts'
import { seededBelow } from '../../support/random/sfc32.ts'

// Phrases, secrets and salts are from https://github.com/tevador/polyseed tests/tests.c
const english =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'
const spanish =
  'eje fin parte célebre tabú pestaña lienzo puma prisión hora regalo lengua existir lápiz lote sonoro'

const read = async (text: string, language?: string) => {
  const found = await readPolyseed(text, language)
  return 'problem' in found ? found : { ...found, secret: bytesToHex(found.secret) }
}

const first = {
  secret: 'dd76e7359a0ded37cd0ff0f3c829a5ae016733',
  birthday: 1,
  features: 0,
  language: 'English',
}
const second = {
  secret: '5a2b02df7db21fcbe6ec6df137d54c7b20fd2b',
  birthday: 0x233,
  features: 0,
  language: 'Spanish',
}

describe('seeds of 16 words', () => {
  test.each([
    ['whole words', english, first],
    ['first letters', english.replace(/\b(\w{4})\w*/g, '$1'), first],
    ['upper case, more spaces', `  ${english.toUpperCase().replaceAll(' ', ' \n ')} `, first],
    ['accents', spanish, second],
    ['no accents', spanish.normalize('NFD').replace(/[^\0-\x7f]/g, ''), second],
    ['composed otherwise', spanish.normalize('NFD'), second],
    [
      'first letters without accents',
      'eje fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono',
      second,
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  test('are serialised to the same words', async () => {
    for (const phrase of [english, spanish])
      expect(await writePolyseed((await readPolyseed(phrase)) as Polyseed)).toBe(phrase)
  })

  test.each([
    ['15 words', english.replace(/ \w+$/, ''), 'word count'],
    ['17 words', `${english} raven`, 'word count'],
    ['a longer word', english.replace('raven', 'ravenxxx'), 'unknown word'],
    ['a word that goes on otherwise', english.replace('infant', 'infantile'), 'unknown word'],
    ['three letters', english.replace('language', 'lan'), 'unknown word'],
    ['two languages', english.replace('raven', 'célebre'), 'unknown word'],
    ['words changed about', english.replace('raven tail', 'tail raven'), 'checksum'],
    ['another word', english.replace('puppy', 'zoo'), 'checksum'],
  ])('error: %s', async (_, text, problem) => {
    expect(await readPolyseed(text)).toEqual({ problem })
  })

  test('words in two languages are distinguished by their checksum, or by the requested language', async () => {
    const both = 'impo sort usua cabi venu nobl oliv clim cont barr marc auto prod vaca torn fati'
    expect(await readPolyseed(both, 'Spanish')).toHaveProperty('language', 'Spanish')
    expect(await readPolyseed(both)).toEqual(await readPolyseed(both, 'Spanish'))
  })

  test('every seed with one wrong word is rejected', async () => {
    const words = english.split(' ')
    const wrong = words.map((_, at) => words.with(at, at === 5 ? 'zoo' : 'assist').join(' '))
    for (const text of wrong) expect(await readPolyseed(text)).toEqual({ problem: 'checksum' })
  })

  test('a seed in every language is parsed again', async () => {
    const below = seededBelow(testSeed())
    let languages = 0
    for await (const { englishName } of allPolyseedLists()) {
      const random = Uint8Array.from({ length: 19 }, () => Number(below(256)))
      const seed = newPolyseed(random, 1_700_000_000n, englishName)
      expect(await readPolyseed(await writePolyseed(seed), englishName)).toEqual(seed)
      languages++
    }
    expect(languages).toBe(10)
  })

  test.each([
    [first, '504f4c5953454544206b657900ffffff00000000010000000000000000000000'],
    [second, '504f4c5953454544206b657900ffffff00000000330200000000000000000000'],
  ])('the key of %o is derived with its salt', ({ secret, ...rest }, salt) => {
    const key = polyseedKey({ ...rest, secret: hexToBytes(secret) })
    const padded = Buffer.from(secret.padEnd(64, '0'), 'hex')
    const expected = pbkdf2Sync(padded, Buffer.from(salt, 'hex'), 10_000, 32, 'sha256')
    expect(bytesToHex(key)).toBe(expected.toString('hex'))
  })

  test('a passphrase encrypts and decrypts the secret', async () => {
    const seed = (await readPolyseed(english)) as Polyseed
    const hidden = crypted(seed, 'p\u00e4ss')
    expect(isEncrypted(hidden)).toBe(true)
    const again = (await readPolyseed(await writePolyseed(hidden))) as Polyseed
    expect(crypted(again, 'pa\u0308ss')).toEqual(seed)
    expect(crypted(again, 'other').secret).not.toEqual(seed.secret)
    const salt = Buffer.from('504f4c5953454544206d61736b00ffff', 'hex')
    const mask = pbkdf2Sync(Buffer.from('password'), salt, 10_000, 19, 'sha256')
    const masked = seed.secret.map((byte, at) => (byte ^ mask[at]!) & (at === 18 ? 0x3f : 0xff))
    expect(crypted(seed, 'password').secret).toEqual(masked)
  })

  test('error: unsupported features', async () => {
    const seed = (await readPolyseed(english)) as Polyseed
    const text = await writePolyseed({ ...seed, features: 1 })
    expect(await readPolyseed(text)).toEqual({ problem: 'features' })
  })

  test('birthdays are months since November 2021', () => {
    expect([0n, 1_635_768_000n, 1_638_446_400n].map(birthdayOf)).toEqual([0, 0, 1])
    expect(birthdayTime({ birthday: 1 })).toBe(1_638_397_746n)
  })
})
