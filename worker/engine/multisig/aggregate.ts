/**
 * The group's public spend key, made of all shares' public keys. Each counts times a coefficient that
 * depends on all of them, so that no member can choose a key that cancels the others'.
 *
 * @module
 * @see monero src/multisig/multisig_account_kex_impl.cpp generate_multisig_aggregate_key
 * @see https://www.getmonero.org/resources/research-lab/pubs/MRL-0009.pdf
 */
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import type { TimeSlice } from '../base/time-slice.ts'
import { identity } from '../keys/identity.ts'
import { sortedKeys } from './group.ts'
import { refused } from './errors.ts'

/** monero src/cryptonote_config.h HASH_KEY_MULTISIG_KEY_AGGREGATION, filled up to a key's size. */
const salt = concatBytes(utf8ToBytes('Multisig_key_agg'), new Uint8Array(16))

/**
 * @param others - Public keys of the shares that this member does not have.
 * @param shares - Those that it has; not changed.
 * @returns The public spend key, and the shares times their coefficients.
 * @throws {RpcError} When a public key stands there twice.
 */
export async function aggregate(
  crypto: Crypto,
  timeSlice: TimeSlice,
  others: readonly Uint8Array[],
  shares: readonly Uint8Array[],
): Promise<{ spendPublic: Uint8Array; shares: Uint8Array[] }> {
  const own = shares.map((share) => crypto.multiplyBase(share))
  const keys = sortedKeys([...others, ...own])
  if (new Set(keys.map(bytesToHex)).size < keys.length)
    throw refused('Unexpected duplicate found in input list.')
  const coefficients = new Map<string, Uint8Array>()
  let spendPublic: Uint8Array = identity.slice()
  const all = concatBytes(identity, ...keys, salt)
  for (const key of keys) {
    all.set(key)
    const coefficient = crypto.hashToScalar(all)
    coefficients.set(bytesToHex(key), coefficient)
    spendPublic = crypto.pointAdd(spendPublic, crypto.multiply(coefficient, key)!)!
    await timeSlice.pause()
  }
  const weighted = shares.map((share, i) =>
    crypto.scalarMultiply(coefficients.get(bytesToHex(own[i]!))!, share),
  )
  return { spendPublic, shares: weighted }
}
