/**
 * A member's keys for a group, derived one-way from those of its wallet, and the group's view
 * secret, derived from all members' parts.
 *
 * @module
 * @see monero src/multisig/multisig.cpp get_multisig_blinded_secret_key
 * @see monero src/multisig/multisig_account_kex_impl.cpp make_multisig_common_privkey
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'

/** Both are secret. The caller wipes them. */
export type BaseKeys = {
  /** Signs messages; its public key identifies the member. */
  baseSecret: Uint8Array
  /** The member's part of the view secret. */
  viewPart: Uint8Array
}

/** The keys with which a wallet joins a group; deterministic. */
export const baseKeysOf = (
  crypto: Crypto,
  { spendSecret, viewSecret }: Pick<SpendSecrets, 'spendSecret' | 'viewSecret'>,
): BaseKeys => ({
  baseSecret: blinded(crypto, spendSecret),
  viewPart: blinded(crypto, viewSecret),
})

/** monero src/cryptonote_config.h HASH_KEY_MULTISIG */
const salt = concatBytes(utf8ToBytes('Multisig'), new Uint8Array(24))

/** A secret derived one-way from another. @param secret - 32 bytes. */
export function blinded(crypto: Crypto, secret: Uint8Array): Uint8Array {
  const data = concatBytes(secret, salt)
  const scalar = crypto.hashToScalar(data)
  data.fill(0)
  return scalar
}

/** The group's view secret. @param parts - One per member, in any order. */
export function commonViewSecret(crypto: Crypto, parts: readonly Uint8Array[]): Uint8Array {
  const sorted = parts.map((part) => part.slice())
  sortSecrets(sorted)
  const data = concatBytes(...sorted)
  const scalar = crypto.hashToScalar(data)
  for (const secret of [...sorted, data]) secret.fill(0)
  return scalar
}

// Ascending as byte strings. The sequence of comparisons and operations does not depend on the
// secrets.
function sortSecrets(secrets: readonly Uint8Array[]) {
  for (let end = secrets.length - 1; end > 0; end--)
    for (let i = 0; i < end; i++) orderPair(secrets[i]!, secrets[i + 1]!)
}

function orderPair(a: Uint8Array, b: Uint8Array) {
  const swap = -isLess(b, a)
  for (let i = 0; i < 32; i++) {
    const difference = (a[i]! ^ b[i]!) & swap
    a[i]! ^= difference
    b[i]! ^= difference
  }
}

// 1 if a is less than b: the borrow of a - b, with the last byte least significant.
function isLess(a: Uint8Array, b: Uint8Array): number {
  let borrow = 0
  for (let i = 31; i >= 0; i--) borrow = ((a[i]! - b[i]! - borrow) >> 31) & 1
  return borrow
}
