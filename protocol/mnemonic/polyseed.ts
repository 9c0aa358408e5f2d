/**
 * Seeds of 16 words (Polyseed): 150 secret bits, the month of creation, and a checksum.
 *
 * A word has 11 bits. The first is a checksum over all. Each of the others holds ten bits of the secret
 * and one bit of the features and the birthday. A passphrase may encrypt the secret.
 *
 * @module
 * @see https://github.com/tevador/polyseed README.md, src/gf.c, src/polyseed.c
 */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { allPolyseedLists, loadPolyseedList, type PolyseedList } from './polyseed-lists.ts'
import { polyseedWords } from './word-counts.ts'

const secretBits = 150
const secretBytes = 19
/** Mask of the last byte, which has six bits. */
const lastByteMask = 0x3f
const bitsPerWord = 10
const birthdayBits = 10

/** Feature bits: one marks a secret encrypted with a passphrase, the others are reserved. */
const encrypted = 0b1_0000
const reserved = 0b0_1111

/** November 2021 in Unix seconds, and a twelfth of a year in seconds. */
const epoch = 1_635_768_000n
const month = 2_629_746n

export type Polyseed = {
  /** 19 bytes; the first two bits of the last are 0. */
  secret: Uint8Array
  /** Months since November 2021. */
  birthday: number
  features: number
  /** English name of the word list. */
  language: string
}

/** The reason for a refusal. `ambiguous`: the words are a seed in several languages, with different secrets. */
export type PolyseedError = {
  problem: 'word count' | 'unknown word' | 'checksum' | 'ambiguous' | 'features'
}

/** Months up to 2107; an earlier time gives the first month. */
export function birthdayOf(time: bigint): number {
  return time < epoch ? 0 : Number((time - epoch) / month) & ((1 << birthdayBits) - 1)
}

/** Begin of the birthday's month, in Unix seconds. */
export const birthdayTime = ({ birthday }: Pick<Polyseed, 'birthday'>): bigint =>
  epoch + BigInt(birthday) * month

/** Whether the key needs a passphrase. */
export const isEncrypted = ({ features }: Polyseed): boolean => (features & encrypted) !== 0

/** A new seed for the current time in Unix seconds. @param random - 19 bytes. */
export function newPolyseed(random: Uint8Array, time: bigint, language: string): Polyseed {
  const secret = random.slice(0, secretBytes)
  secret[secretBytes - 1]! &= lastByteMask
  return { secret, birthday: birthdayOf(time), features: 0, language }
}

/**
 * Parses 16 words. If they are words of several languages, the checksum or `language` decides.
 *
 * @param language - Of the words, if known.
 */
export async function readPolyseed(
  text: string,
  language?: string,
): Promise<Polyseed | PolyseedError> {
  const words = text.normalize('NFKD').trim().split(/\s+/)
  if (words.length !== polyseedWords) return { problem: 'word count' }
  const found: Polyseed[] = []
  let isKnown = false
  for await (const list of listsFor(language)) {
    const indices = words.map((word) => list.indexOf(word))
    if (!indices.every((index) => index !== undefined)) continue
    isKnown = true
    if (checksumOver(indices) === 0) found.push(fromIndices(indices, list))
  }
  const [seed, other] = found
  if (!seed) return { problem: isKnown ? 'checksum' : 'unknown word' }
  if (other) return { problem: 'ambiguous' }
  return (seed.features & reserved) === 0 ? seed : { problem: 'features' }
}

async function* listsFor(language: string | undefined): AsyncGenerator<PolyseedList> {
  const list = language === undefined ? undefined : await loadPolyseedList(language)
  if (list) yield list
  else yield* allPolyseedLists()
}

/** The words in the seed's language. */
export async function writePolyseed(seed: Polyseed): Promise<string> {
  const list = await loadPolyseedList(seed.language)
  if (!list) throw new RangeError('seed language: expected one of Polyseed')
  return list.phrase(toIndices(seed))
}

/**
 * The derived key: 32 bytes, not reduced.
 *
 * @see https://github.com/tevador/polyseed src/polyseed.c polyseed_keygen
 */
export function polyseedKey({ secret, birthday, features }: Polyseed): Uint8Array {
  const padded = new Uint8Array(32)
  padded.set(secret)
  // Monero is coin 0.
  const domain = new DataView(new ArrayBuffer(16))
  domain.setUint32(4, birthday, true)
  domain.setUint32(8, features, true)
  const words = concatBytes(utf8ToBytes('POLYSEED key'), Uint8Array.of(0, 0xff, 0xff, 0xff))
  const salt = concatBytes(words, new Uint8Array(domain.buffer))
  const key = pbkdf2(sha256, padded, salt, { c: rounds, dkLen: 32 })
  padded.fill(0)
  return key
}

/**
 * Encrypts the secret with a passphrase, or decrypts it. A wrong passphrase is not detected: it gives the
 * secret of another wallet.
 *
 * @see https://github.com/tevador/polyseed src/polyseed.c polyseed_crypt
 */
export function crypted(seed: Polyseed, passphrase: string): Polyseed {
  const bytes = utf8ToBytes(passphrase.normalize('NFKD'))
  const salt = concatBytes(utf8ToBytes('POLYSEED mask'), Uint8Array.of(0, 0xff, 0xff))
  const mask = pbkdf2(sha256, bytes, salt, { c: rounds, dkLen: 32 })
  const secret = seed.secret.map((byte, at) => byte ^ mask[at]!)
  secret[secretBytes - 1]! &= lastByteMask
  for (const used of [bytes, mask]) used.fill(0)
  return { ...seed, secret, features: seed.features ^ encrypted }
}

/** Rounds of PBKDF2, few enough for a hardware wallet. */
const rounds = 10_000

/** Indices of the words, the checksum's first. */
function toIndices({ secret, birthday, features }: Polyseed): number[] {
  const extra = (features << birthdayBits) | birthday
  const indices = [0]
  for (let word = 1; word < polyseedWords; word++) {
    const ten = secretPart(secret, (word - 1) * bitsPerWord)
    indices.push((ten << 1) | ((extra >> (polyseedWords - 1 - word)) & 1))
  }
  indices[0] = checksumOver(indices)
  return indices
}

/** Ten bits of the secret from a bit on. Only the six lower bits of its last byte count. */
function secretPart(secret: Uint8Array, from: number): number {
  let part = 0
  for (let bit = from; bit < from + bitsPerWord; bit++) {
    const [byte, shift] = placeOf(bit)
    part = (part << 1) | ((secret[byte]! >> shift) & 1)
  }
  return part
}

function fromIndices(indices: readonly number[], list: PolyseedList): Polyseed {
  const secret = new Uint8Array(secretBytes)
  let extra = 0
  for (const [at, index] of indices.slice(1).entries()) {
    extra = (extra << 1) | (index & 1)
    for (let i = 0; i < bitsPerWord; i++) {
      const [byte, shift] = placeOf(at * bitsPerWord + i)
      secret[byte]! |= ((index >> (bitsPerWord - i)) & 1) << shift
    }
  }
  const birthday = extra & ((1 << birthdayBits) - 1)
  return { secret, birthday, features: extra >> birthdayBits, language: list.englishName }
}

/** Byte index of a bit of the secret, and its distance from the lowest bit. */
function placeOf(bit: number): [byte: number, shift: number] {
  const byte = bit >> 3
  const width = byte === secretBytes - 1 ? secretBits - 8 * byte : 8
  return [byte, width - 1 - (bit & 7)]
}

/** The words as a polynomial over GF(2048), at x = 2: 0 if the checksum is right. */
const checksumOver = (indices: readonly number[]): number =>
  indices.reduceRight((sum, index) => doubled(sum) ^ index, 0)

/** By x, modulo x^11 + x^2 + 1. */
const doubled = (value: number) => (value << 1) ^ (0x805 & -(value >> 10))
