/**
 * Keys for a new wallet, with the kind of its seed.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Secrets } from '../store/records.ts'
import { isDeterministic, keysOfHalfSeed, keysOfSeed } from './account.ts'

export type NewKeys = {
  secrets: Secrets
  /** Native or English name of the language; empty without a word seed. */
  seedLanguage: string
  deterministic: boolean
}

/** Keys of a fresh seed. */
export function randomKeys(crypto: Crypto, random: RandomBytes, seedLanguage: string): NewKeys {
  const seed = random(32)
  const keys = seedKeys(crypto, seed, seedLanguage)
  seed.fill(0)
  return keys
}

/** Keys of a known seed. @param seed - 32 bytes. */
export const seedKeys = (crypto: Crypto, seed: Uint8Array, seedLanguage: string): NewKeys => ({
  secrets: keysOfSeed(crypto, seed),
  seedLanguage,
  deterministic: true,
})

/** Keys of MyMonero's 13 words. @param halfSeed - 16 bytes. */
export function halfSeedKeys(crypto: Crypto, halfSeed: Uint8Array, seedLanguage: string): NewKeys {
  const secrets = keysOfHalfSeed(crypto, halfSeed)
  return { secrets, seedLanguage, deterministic: isDeterministic(crypto, secrets) }
}

/**
 * Keys given one by one; without the spend secret, those of a view-only wallet.
 *
 * @returns The name of the mismatched key: not a scalar, or with another public key.
 */
export function givenKeys(
  crypto: Crypto,
  secrets: Secrets,
  seedLanguage: string,
): NewKeys | 'view key' | 'spend key' {
  if (!matchesPublicKey(crypto, secrets.viewSecret, secrets.viewPublic)) return 'view key'
  if (secrets.spendSecret && !matchesPublicKey(crypto, secrets.spendSecret, secrets.spendPublic))
    return 'spend key'
  const deterministic = isDeterministic(crypto, secrets)
  return { secrets, seedLanguage: deterministic ? seedLanguage : '', deterministic }
}

function matchesPublicKey(crypto: Crypto, secret: Uint8Array, expected: Uint8Array) {
  const actual = crypto.publicKey(secret)
  return actual !== undefined && sameBytes(actual, expected)
}
