/**
 * The keys of a wallet: from a seed or from given keys.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Secrets } from '../store/records.ts'
import type { SpendSecrets } from './one-time-key.ts'

/**
 * Keys of a wallet with a seed: the seed is the spend key, its hash the view key.
 *
 * @param seed - 32 bytes; taken mod l.
 * @see monero src/cryptonote_basic/account.cpp account_base::generate
 */
export function keysOfSeed(crypto: Crypto, seed: Uint8Array): SpendSecrets {
  const spendSecret = crypto.scalarReduce(seed)
  const viewSecret = viewSecretOf(crypto, spendSecret)
  return {
    spendSecret,
    viewSecret,
    spendPublic: crypto.multiplyBase(spendSecret),
    viewPublic: crypto.multiplyBase(viewSecret),
  }
}

/**
 * Keys of MyMonero's seeds: the hash is the spend key, the hash of the hash the view key.
 *
 * @param halfSeed - 16 bytes, kept with the keys: such a wallet has no seed of 25 words.
 * @see https://github.com/mymonero/mymonero-core-cpp src/monero_wallet_utils.cpp
 */
export function keysOfHalfSeed(crypto: Crypto, halfSeed: Uint8Array): SpendSecrets {
  const first = crypto.keccak256(halfSeed)
  const second = crypto.keccak256(first)
  const [spendSecret, viewSecret] = [crypto.scalarReduce(first), crypto.scalarReduce(second)]
  for (const hash of [first, second]) hash.fill(0)
  return {
    spendSecret,
    viewSecret,
    halfSeed: halfSeed.slice(),
    spendPublic: crypto.multiplyBase(spendSecret),
    viewPublic: crypto.multiplyBase(viewSecret),
  }
}

/** The view key that follows from a spend key. */
function viewSecretOf(crypto: Crypto, spendSecret: Uint8Array): Uint8Array {
  const hash = crypto.keccak256(spendSecret)
  const viewSecret = crypto.scalarReduce(hash)
  hash.fill(0)
  return viewSecret
}

/**
 * Whether the view key is derived from the spend key, so that a seed of words exists.
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

/** Makes a value from secrets. Each secret passes through `held` when it is read, and is wiped if `make` throws. */
export function withSecrets<T>(make: (held: <S extends Uint8Array>(secret: S) => S) => T): T {
  const secrets: Uint8Array[] = []
  try {
    return make((secret) => {
      secrets.push(secret)
      return secret
    })
  } catch (error) {
    for (const secret of secrets) secret.fill(0)
    throw error
  }
}
