/**
 * Why words are no seed.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { PolyseedProblem } from '#protocol/mnemonic/polyseed.ts'
import type { SeedProblem } from '#protocol/mnemonic/seed.ts'

export const refused = (message: string, data?: string) =>
  new RpcError('UNKNOWN_ERROR', message, data)

type Problem = SeedProblem['problem'] | PolyseedProblem['problem'] | 'passphrase'

/** What the reference does not say goes beside what it says. */
export const notVerified = (problem: Problem) =>
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
