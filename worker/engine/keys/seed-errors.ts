/**
 * Errors of invalid seeds.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { PolyseedError } from '#protocol/mnemonic/polyseed.ts'
import type { SeedError } from '#protocol/mnemonic/seed.ts'

export const seedError = (message: string, data?: string) =>
  new RpcError('UNKNOWN_ERROR', message, data)

type SeedErrorKind = SeedError['problem'] | PolyseedError['problem'] | 'passphrase'

/** Details that the reference does not give are added after its message. */
export const notVerified = (problem: SeedErrorKind) =>
  seedError('Electrum-style word list failed verification', seedErrors[problem])

const seedErrors: Record<SeedErrorKind, string> = {
  'word count': 'seed: expected 13, 16, 24 or 25 words',
  'unknown word': 'seed: a word is in none of the word lists, or words of several are mixed',
  checksum: 'seed: the words contradict their checksum: one of them is another, or misplaced',
  'no key': 'seed: these words stand for no key',
  ambiguous: 'language: these words are a seed in several languages',
  features: 'seed: these words ask for something that is not known here',
  passphrase: 'seed_offset: these words are encrypted with a passphrase',
}
