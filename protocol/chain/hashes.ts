/**
 * Identifiers of transactions and the message their inputs sign.
 *
 * Every function takes the hash function as its last argument, so that a caller can pass a faster Keccak.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { joinBytes } from '../bytes.ts'
import { ChainError } from './reader.ts'
import type { BulletproofPlus } from './ringct.ts'
import type { ParsedTransaction } from './transaction.ts'

/** Keccak-256 with the original padding, monero's `cn_fast_hash`: 32 bytes of any bytes. */
export type Keccak = (data: Uint8Array) => Uint8Array

/**
 * Hashes many parts of `data`: part i is from `parts[2i]` up to `parts[2i + 1]`.
 *
 * @returns 32 bytes for each part, concatenated.
 */
export type KeccakParts = (data: Uint8Array, parts: Uint32Array) => Uint8Array

/** Hashes the parts one after the other. */
export const oneByOne =
  (keccak: Keccak): KeccakParts =>
  (data, parts) => {
    const hashes = new Uint8Array(16 * parts.length)
    for (let i = 0; i < parts.length; i += 2)
      hashes.set(keccak(data.subarray(parts[i], parts[i + 1])), 16 * i)
    return hashes
  }

/** Replaces the hash of the prunable part of a transaction without one. */
const nullHash = new Uint8Array(32)

/**
 * A transaction's id, 32 bytes.
 *
 * Version 1 is hashed whole. Version 2 is the hash of three hashes (prefix, RingCT base, prunable
 * part), so that pruned data can still be checked.
 *
 * @param prunableHash - Hash of the prunable part, needed when `tx` was read pruned and is neither
 *   a coinbase nor of version 1. Ignored otherwise.
 * @throws ChainError if it cannot be computed: version 1 pruned, no hash given, no inputs.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp calculate_transaction_hash,
 *   get_pruned_transaction_hash
 */
export function transactionId(
  tx: ParsedTransaction,
  prunableHash?: Uint8Array,
  keccak: Keccak = keccak_256,
): Uint8Array {
  if (tx.version === 1) {
    if (tx.pruned)
      throw new ChainError(
        'transaction id',
        'expected a whole transaction of version 1, got a pruned one',
      )
    return keccak(tx.blob)
  }
  if (!tx.ringct) throw new ChainError('transaction id', 'has no inputs')
  const { blob, prefixSize, baseSize } = tx
  const parts = concatBytes(
    keccak(blob.subarray(0, prefixSize)),
    keccak(blob.subarray(prefixSize, baseSize)),
    tx.ringct.type === 0 ? nullHash : prunablePart(tx, prunableHash, keccak),
  )
  return keccak(parts)
}

function prunablePart(tx: ParsedTransaction, given: Uint8Array | undefined, keccak: Keccak) {
  if (!tx.pruned) return keccak(tx.blob.subarray(tx.baseSize))
  if (given?.length !== 32) throw new ChainError('prunable hash', 'expected 32 bytes')
  return given
}

/** Hash of the prunable part. @throws ChainError for version 1, type 0 and pruned form. */
export function prunableHash(tx: ParsedTransaction, keccak: Keccak = keccak_256): Uint8Array {
  if (!tx.ringct || tx.ringct.type === 0 || tx.pruned)
    throw new ChainError('prunable hash', 'has no prunable part')
  return keccak(tx.blob.subarray(tx.baseSize))
}

/** Hash of the prefix alone. @see monero get_transaction_prefix_hash */
export const prefixHash = (tx: ParsedTransaction, keccak: Keccak = keccak_256): Uint8Array =>
  keccak(tx.blob.subarray(0, tx.prefixSize))

/**
 * The message that the CLSAGs of a type 6 transaction sign.
 *
 * @param prefixHash - Of the transaction being signed, 32 bytes.
 * @param base - Its RingCT base, as `writeRingCtBase` gives it.
 * @param proofs - Its range proofs.
 * @see monero src/ringct/rctSigs.cpp get_pre_mlsag_hash
 */
export function clsagMessage(
  prefixHash: Uint8Array,
  base: Uint8Array,
  proofs: readonly BulletproofPlus[],
  keccak: Keccak = keccak_256,
): Uint8Array {
  const keys = proofs.flatMap(({ A, A1, B, r1, s1, d1, L, R }) => [
    A,
    A1,
    B,
    r1,
    s1,
    d1,
    ...L,
    ...R,
  ])
  return keccak(concatBytes(prefixHash, keccak(base), keccak(joinBytes(keys))))
}
