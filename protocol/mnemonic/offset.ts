/**
 * Seed offsets: a passphrase that is added to the key of a seed, so that the words alone open
 * another, empty wallet.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp encrypt_key
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { cnSlowHash } from '../cryptonight.ts'

/** What the crypto port has of scalars, 32 bytes little endian. */
export type Scalars = {
  scalarReduce(bytes: Uint8Array): Uint8Array
  scalarAdd(a: Uint8Array, b: Uint8Array): Uint8Array
  scalarSubtract(a: Uint8Array, b: Uint8Array): Uint8Array
}

/** The key to write as words, from a wallet's own key. */
export function addOffset(key: Uint8Array, passphrase: string, scalars: Scalars): Uint8Array {
  return scalars.scalarAdd(key, offset(passphrase, scalars))
}

/** The wallet's own key, from the key of its words. */
export function removeOffset(key: Uint8Array, passphrase: string, scalars: Scalars): Uint8Array {
  return scalars.scalarSubtract(key, offset(passphrase, scalars))
}

// The reference adds the hash as it is: its addition reduces. Here a scalar is always reduced.
const offset = (passphrase: string, { scalarReduce }: Scalars) =>
  scalarReduce(cnSlowHash(utf8ToBytes(passphrase)))
