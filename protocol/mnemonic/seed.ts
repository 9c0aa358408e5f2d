/**
 * Seeds of 25 words: a secret key in words of one of thirteen lists, the last word a checksum.
 *
 * Four bytes make three words. Seeds of 24 words are the same without a checksum; MyMonero's of 13
 * words hold half a key.
 *
 * @module
 * @see monero src/mnemonics/electrum-words.cpp
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { dataView } from '../bytes.ts'
import { crc32 } from '../crc32.ts'
import { allLists, oldLanguageName, type Language } from './languages.ts'
import { listSize, type WordList } from './word-list.ts'

export type Seed = {
  /** 32 bytes, of a half seed 16. Not reduced: the caller checks that it is a scalar. */
  key: Uint8Array
  language: Language
  /** 25 or 13 words, not 24: a checksum was verified. */
  hasChecksum: boolean
}

/** The reason for a refusal. `checksum`: all words are of one language, which `language` names. */
export type SeedError = {
  problem: 'word count' | 'unknown word' | 'checksum' | 'no key'
  language?: Language
}

/**
 * Writes a key as words with a checksum: 25 for 32 bytes, 13 for 16.
 *
 * @throws RangeError for another length.
 * @see monero src/mnemonics/electrum-words.cpp bytes_to_words
 */
export function writeSeed(key: Uint8Array, list: WordList): string {
  if (key.length !== 32 && key.length !== 16)
    throw new RangeError(`seed: expected 32 or 16 bytes, got ${key.length}`)
  const view = dataView(key)
  const indices: number[] = []
  for (let at = 0; at < key.length; at += 4) {
    const value = view.getUint32(at, true)
    const first = value % listSize
    const second = (Math.floor(value / listSize) + first) % listSize
    const third = (Math.floor(value / listSize / listSize) + second) % listSize
    indices.push(first, second, third)
  }
  const words = indices.map((index) => list.words[index]!)
  return [...words, words[checksumIndex(words, list)!]!].join(' ')
}

/**
 * Parses a seed of 24 or 25 words and detects its language. With a checksum only each word's unique
 * prefix counts; without one every word must be whole.
 *
 * If the prefixes match several languages and more than one checksum is right, the language with the whole
 * words counts: about one French seed in seven thousand is an English one by its prefixes, and the
 * reference then opens another wallet. A language with a wrong checksum is returned only if no other
 * matches.
 *
 * @see monero src/mnemonics/electrum-words.cpp words_to_bytes, find_seed_language
 */
export const readSeed = (text: string): Promise<Seed | SeedError> => read(text, 24)

/**
 * Parses MyMonero's seed of 13 words, which monero's own wallets do not support.
 *
 * @returns A key of 16 bytes.
 */
export const readHalfSeed = (text: string): Promise<Seed | SeedError> => read(text, 12)

async function read(text: string, count: 12 | 24): Promise<Seed | SeedError> {
  const words = text.trim().split(/\s+/)
  const hasChecksum = words.length === count + 1
  // A seed this short always has a checksum.
  if (!hasChecksum && (count === 12 || words.length !== count)) return { problem: 'word count' }

  let byPrefix: Seed | SeedError | undefined
  let fallback: Language | undefined
  for await (const list of allLists()) {
    const indices = lookUp(words, list, hasChecksum)
    if (!indices) continue
    if (hasChecksum && !checksumFits(words, list)) {
      fallback = list.language
      continue
    }
    const seed = toSeed(indices.slice(0, count), list.language, hasChecksum)
    if (words.every((word) => list.indexOf(word) !== undefined)) return seed
    byPrefix ??= seed
  }
  if (byPrefix) return byPrefix
  return fallback ? { problem: 'checksum', language: fallback } : { problem: 'unknown word' }
}

function lookUp(words: readonly string[], list: WordList, byPrefix: boolean) {
  const indices: number[] = []
  for (const word of words) {
    const index = byPrefix ? list.indexOfPrefix(word) : list.indexOf(word)
    if (index === undefined) return undefined
    indices.push(index)
  }
  return indices
}

function toSeed(indices: readonly number[], language: Language, hasChecksum: boolean) {
  const key = new Uint8Array((indices.length / 3) * 4)
  const view = dataView(key)
  for (let i = 0; i < indices.length; i += 3) {
    const first = indices[i]!
    const second = indices[i + 1]!
    const third = indices[i + 2]!
    const middle = (second - first + listSize) % listSize
    const high = (third - second + listSize) % listSize
    const value = first + listSize * (middle + listSize * high)
    // Three words can encode slightly more than four bytes.
    if (value > 0xffff_ffff) return { problem: 'no key', language } as const
    view.setUint32((i / 3) * 4, value, true)
  }
  return { key, language, hasChecksum }
}

/** Index of the word that is repeated as checksum; `undefined` if a word is not in the list. */
function checksumIndex(words: readonly string[], list: WordList): number | undefined {
  const prefixes = words.map((word) => list.prefixOf(word))
  if (prefixes.includes(undefined)) return undefined
  return crc32(utf8ToBytes(prefixes.join(''))) % words.length
}

function checksumFits(words: readonly string[], list: WordList): boolean {
  const body = words.slice(0, -1)
  const index = checksumIndex(body, list)
  return index !== undefined && list.prefixOf(body[index]!) === list.prefixOf(words.at(-1)!)
}

/**
 * Whether `restore_deterministic_wallet` calls the seed deprecated: an old list, or no checksum.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp on_restore_deterministic_wallet
 */
export const isDeprecated = ({ language, hasChecksum }: Seed): boolean =>
  language.name === oldLanguageName || !hasChecksum
