/**
 * Errors of invalid seeds.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
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
  'word count': errorDetails.seedWordCount,
  'unknown word': errorDetails.seedUnknownWord,
  checksum: errorDetails.seedChecksum,
  'no key': errorDetails.seedNoKey,
  ambiguous: errorDetails.seedAmbiguous,
  features: errorDetails.seedFeatures,
  passphrase: errorDetails.seedEncrypted,
}
