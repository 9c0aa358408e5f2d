import { readFileSync } from 'node:fs'
import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLanguage, languages, loadLanguage } from '#protocol/mnemonic/languages.ts'
import {
  isDeprecated,
  readHalfSeed,
  readSeed,
  writeSeed,
  type Seed,
} from '#protocol/mnemonic/seed.ts'
import { count, seed } from '../../support/random/case-counts.ts'

type Restored = {
  seed: string
  language?: string
  error?: string
  spend_key: string
  was_deprecated: boolean
}

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/mnemonic/${name}`, import.meta.url), 'utf8'))

const { seeds } = vectors('seeds.json') as {
  languages: { languages: string[]; languages_local: string[] }
  seeds: { language: string; mnemonic: string; spend_key: string }[]
}

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })

async function expectWordsOf(language: string, words: string) {
  const list = await loadLanguage(language)
  for (const word of words.split(' ')) expect(list.indexOf(word)).not.toBe(undefined)
}

test.each(seeds)('a wallet of monero-wallet-rpc in $language', async ({ language, ...wallet }) => {
  const list = await loadLanguage(language)
  expect(writeSeed(hexToBytes(wallet.spend_key), list)).toBe(wallet.mnemonic)
  expect(await readSeed(wallet.mnemonic)).toStrictEqual({
    key: hexToBytes(wallet.spend_key),
    language: list.language,
    hasChecksum: true,
  })
})

describe('readSeed', () => {
  test('accepts and refuses the same seeds as monero-wallet-rpc', async () => {
    for (const { seed, error, ...wallet } of vectors('restored.json') as Restored[]) {
      const read = await readSeed(seed)
      if (error?.startsWith('Wallet was using the old seed language'))
        expect(read).toMatchObject({ language: { name: 'EnglishOld' } })
      else if (!error) {
        expect(read).toMatchObject({ key: hexToBytes(wallet.spend_key) })
        expect(isDeprecated(read as Seed)).toBe(wallet.was_deprecated)
      } else if ('key' in read) {
        // Where its locale knows no other letters than ASCII's, the reference compares less alike.
        expect(asciiLower(seed)).not.toBe(canonical(seed))
        expect(read).toStrictEqual(await readSeed(canonical(seed)))
      }
    }
  })

  test.each([
    ['no words', '', 'word count'],
    ['23 words', 'abbey '.repeat(23), 'word count'],
    ['26 words', 'abbey '.repeat(26), 'word count'],
    ['a million words', 'abbey '.repeat(1_000_000), 'word count'],
    ['words of no language', 'qqqqq '.repeat(25), 'unknown word'],
    ['words of two languages', `${'abbey '.repeat(12)}${'Abakus '.repeat(13)}`, 'unknown word'],
    ['prefixes without a checksum', 'abb '.repeat(24), 'unknown word'],
    ['a wrong checksum', `${'abbey '.repeat(24)}zoom`, 'checksum'],
    ['three words above four bytes', 'ability abducts abbey '.repeat(8), 'no key'],
  ])('error: %s', async (_, text, problem) => {
    expect(await readSeed(text)).toMatchObject({ problem })
  })

  test('the language is recognised even if the checksum is wrong', async () => {
    const words = seeds.find(({ language }) => language === 'Russian')!.mnemonic.split(' ')
    const other = words.find((word) => word !== words.at(-1))!
    const read = await readSeed([...words.slice(0, 24), other].join(' '))
    expect(read).toStrictEqual({ problem: 'checksum', language: findLanguage('Russian') })
  })

  test.each(languages.map(({ englishName }) => englishName))(
    'any key is restored from its words in %s',
    async (name) => {
      const list = await loadLanguage(name)
      await fc.assert(
        fc.asyncProperty(keys, async (key) => {
          const words = writeSeed(key, list)
          const whole = await readSeed(words)
          // An earlier list may have the same words, and a checksum that fits by chance.
          if ('key' in whole && whole.language === list.language)
            expect(whole.key).toStrictEqual(key)
          else await expectWordsOf(whole.language!.englishName, words)
          const typed = words.split(' ').map((word) => lengthened(word, name))
          const read = await readSeed(typed.join('\n'))
          // Prefixes of a language may be words of an earlier one whose checksum fits by chance.
          if ('key' in read && read.language === list.language) expect(read.key).toStrictEqual(key)
          else expect(read.language).not.toBe(undefined)
        }),
        { numRuns: count(20, 1000), seed: seed() },
      )
    },
  )

  test('a French seed is recognised even if all its prefixes are English', async () => {
    const key = hexToBytes('9f07b529ff19b09a5f39ec40af9bfc470334a72ffd00de0007d209dbc804fb00')
    const french = await loadLanguage('French')
    const words = writeSeed(key, french)
    const english = await loadLanguage('English')
    for (const word of words.split(' ')) expect(english.indexOfPrefix(word)).not.toBe(undefined)
    expect(await readSeed(words)).toMatchObject({ key, language: french.language })
  })

  test('the checksum does not detect about one in 24 mistyped words', async () => {
    const list = await loadLanguage('English')
    let unnoticed = 0
    const runs = count(2000, 20_000)
    await fc.assert(
      fc.asyncProperty(keys, fc.nat(23), fc.nat(1625), async (key, at, other) => {
        const words = writeSeed(key, list).split(' ')
        if (words[at] === list.words[other]) return
        words[at] = list.words[other]!
        const read = await readSeed(words.join(' '))
        if ('key' in read) unnoticed++
      }),
      { numRuns: runs, seed: seed() },
    )
    const rate = 1 / 24
    // Four standard deviations; a mistyped checksum word is always noticed.
    const spread = 4 * Math.sqrt((rate * (1 - rate)) / runs)
    expect(unnoticed / runs).toBeLessThan(rate + spread)
    expect(unnoticed / runs).toBeGreaterThan((rate * 23) / 24 - spread)
  })
})

describe('seeds of 13 words', () => {
  test('encode 16 bytes', async () => {
    const list = await loadLanguage('English')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 16 }), async (key) => {
        const words = writeSeed(key, list)
        expect(words.split(' ')).toHaveLength(13)
        expect(await readHalfSeed(words)).toMatchObject({ key })
        expect(await readSeed(words)).toStrictEqual({ problem: 'word count' })
      }),
      { numRuns: count(20, 1000), seed: seed() },
    )
  })

  test('error: 12 words', async () => {
    expect(await readHalfSeed('abbey '.repeat(12))).toStrictEqual({ problem: 'word count' })
  })
})

test('error: a key of another size', async () => {
  const list = await loadLanguage('English')
  expect(() => writeSeed(new Uint8Array(31), list)).toThrow(RangeError)
})

/** The unique prefix with other letters behind it; words shorter than that stay as they are. */
function lengthened(word: string, name: string): string {
  const { prefixLength } = findLanguage(name)!
  const prefix = [...word].slice(0, prefixLength)
  return prefix.length < prefixLength ? word : `${prefix.join('')}xyz`
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const canonical = (text: string) => text.normalize('NFC').toLowerCase()
