/**
 * The keys of a wallet: from a seed, from given keys, and how they are wiped.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import type { Secrets } from '../store/records.ts'

/**
 * Keys of a wallet with a seed: the seed is the spend key, its hash the view key.
 *
 * @param seed - 32 bytes; taken mod l.
 * @see monero src/cryptonote_basic/account.cpp account_base::generate
 */
export function keysOfSeed(crypto: Crypto, seed: Uint8Array): Required<Secrets> {
  const spendSecret = crypto.scalarReduce(seed)
  const viewSecret = viewSecretOf(crypto, spendSecret)
  return {
    spendSecret,
    viewSecret,
    spendPublic: crypto.multiplyBase(spendSecret),
    viewPublic: crypto.multiplyBase(viewSecret),
  }
}

/** The view key that follows from a spend key. */
export function viewSecretOf(crypto: Crypto, spendSecret: Uint8Array): Uint8Array {
  const hash = crypto.keccak256(spendSecret)
  const viewSecret = crypto.scalarReduce(hash)
  hash.fill(0)
  return viewSecret
}

/**
 * Whether the view key is the one that follows from the spend key, so that words exist for it.
 *
 * @see monero src/wallet/wallet2.cpp wallet2::is_deterministic
 */
export function isDeterministic(crypto: Crypto, { spendSecret, viewSecret }: Secrets): boolean {
  if (!spendSecret) return false
  const expected = viewSecretOf(crypto, spendSecret)
  const same = sameBytes(expected, viewSecret)
  expected.fill(0)
  return same
}

/** Overwrites the secret halves. */
export function wipeSecrets(secrets: Secrets): void {
  secrets.spendSecret?.fill(0)
  secrets.viewSecret.fill(0)
}

// Looks at every byte whatever it finds: one side is a secret.
function sameBytes(a: Uint8Array, b: Uint8Array) {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}
