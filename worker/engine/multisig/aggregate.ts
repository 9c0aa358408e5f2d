/**
 * The group's public spend key, aggregated from the public keys of all shares. Each key is
 * multiplied by a coefficient that depends on all keys, so no member can choose a key that cancels
 * the others.
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

/**
 * monero src/cryptonote_config.h HASH_KEY_MULTISIG_KEY_AGGREGATION, padded to the size of a key.
 */
const salt = concatBytes(utf8ToBytes('Multisig_key_agg'), new Uint8Array(16))

/**
 * @param others - Public keys of the shares that this member lacks.
 * @param shares - The shares of this member; not changed.
 * @returns The public spend key, and the shares multiplied by their coefficients.
 * @throws {RpcError} When a public key is duplicated.
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
