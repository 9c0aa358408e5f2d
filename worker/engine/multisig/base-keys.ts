/**
 * What a member brings to a group: keys made from those of a wallet, which they do not show, and the
 * view secret that is made of all members' parts.
 *
 * @module
 * @see monero src/multisig/multisig.cpp get_multisig_blinded_secret_key
 * @see monero src/multisig/multisig_account_kex_impl.cpp make_multisig_common_privkey
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'

/** Both are secret, and wiped by who asked for them. */
export type BaseKeys = {
  /** Signs messages; its public key is the member's name. */
  baseSecret: Uint8Array
  /** The member's part of the view secret. */
  viewPart: Uint8Array
}

/** The keys that a wallet joins a group with; always the same ones. */
export const baseKeysOf = (
  crypto: Crypto,
  { spendSecret, viewSecret }: Pick<SpendSecrets, 'spendSecret' | 'viewSecret'>,
): BaseKeys => ({
  baseSecret: blinded(crypto, spendSecret),
  viewPart: blinded(crypto, viewSecret),
})

/** monero src/cryptonote_config.h HASH_KEY_MULTISIG */
const salt = concatBytes(utf8ToBytes('Multisig'), new Uint8Array(24))

/** A secret that tells nothing of the one that it is made from. @param secret - 32 bytes. */
export function blinded(crypto: Crypto, secret: Uint8Array): Uint8Array {
  const data = concatBytes(secret, salt)
  const scalar = crypto.hashToScalar(data)
  data.fill(0)
  return scalar
}

/** The group's view secret. @param parts - One a member, in any order. */
export function commonViewSecret(crypto: Crypto, parts: readonly Uint8Array[]): Uint8Array {
  const sorted = parts.map((part) => part.slice())
  sortSecrets(sorted)
  const data = concatBytes(...sorted)
  const scalar = crypto.hashToScalar(data)
  for (const secret of [...sorted, data]) secret.fill(0)
  return scalar
}

// Rising as strings of bytes. The pairs that are compared, and what is done to them, are the same
// whatever the secrets are.
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

// 1 where a comes before b: the borrow of a - b, its last bytes the least.
function isLess(a: Uint8Array, b: Uint8Array): number {
  let borrow = 0
  for (let i = 31; i >= 0; i--) borrow = ((a[i]! - b[i]! - borrow) >> 31) & 1
  return borrow
}
