/**
 * The balance of a RingCT transaction's commitments, and the message that its signatures sign.
 *
 * The caller passes the point arithmetic: wallet and node have their own.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sameBytes } from '../bytes.ts'
import { clsagMessage, prefixHash, type Keccak } from './hashes.ts'
import { ChainError } from './reader.ts'
import type { RingCt } from './ringct.ts'
import type { ParsedTransaction } from './transaction.ts'

/** Adds compressed points of 32 bytes; undefined if one is invalid. */
type Points = {
  pointAdd(a: Uint8Array, b: Uint8Array): Uint8Array | undefined
  /** mask·G + amount·H. */
  commit(amount: bigint, mask: Uint8Array): Uint8Array
}

/**
 * Whether the pseudo output commitments equal the sum of output commitments and fee.
 *
 * @param ringct - Of type 3 or later.
 * @returns False for a pruned transaction, or a commitment that is not a curve point.
 * @see monero src/ringct/rctSigs.cpp verRctSemanticsSimple
 */
export function isBalanced(points: Points, { fee, prunable, outputCommitments }: RingCt): boolean {
  if (!prunable) return false
  const sum = (commitments: readonly Uint8Array[]) =>
    commitments.reduce<Uint8Array | undefined>(
      (total, commitment) => total && points.pointAdd(total, commitment),
      identity,
    )
  const into = sum(prunable.pseudoOutputs)
  const out = sum([...outputCommitments, points.commit(fee, noMask)])
  return into !== undefined && out !== undefined && sameBytes(into, out)
}

const noMask = new Uint8Array(32)
/** The start of a sum, so that a single commitment is also checked to be a point. */
const identity = Uint8Array.of(1, ...new Uint8Array(31))

/**
 * The message that all CLSAGs of a type 6 transaction sign, 32 bytes.
 *
 * @throws ChainError for a pruned one, or one of another type.
 */
export function signedMessage(tx: ParsedTransaction, keccak: Keccak = keccak_256): Uint8Array {
  const { blob, prefixSize, baseSize, ringct } = tx
  if (ringct?.type !== 6 || !ringct.prunable)
    throw new ChainError('message', 'expected RingCT type 6, whole')
  const base = blob.subarray(prefixSize, baseSize)
  return clsagMessage(prefixHash(tx, keccak), base, ringct.prunable.bulletproofsPlus, keccak)
}
