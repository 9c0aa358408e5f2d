/**
 * What a RingCT transaction's signatures stand on: the balance of its commitments, and the message.
 *
 * Points are added by whoever asks, for wallet and node bring their own cryptography.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sameBytes } from '../bytes.ts'
import { clsagMessage, prefixHash, type Keccak } from './hashes.ts'
import { ChainError } from './reader.ts'
import type { RingCt } from './ringct.ts'
import type { ParsedTransaction } from './transaction.ts'

/** Adds compressed points of 32 bytes; undefined where one is none. */
type Points = {
  pointAdd(a: Uint8Array, b: Uint8Array): Uint8Array | undefined
  /** mask·G + amount·H. */
  commit(amount: bigint, mask: Uint8Array): Uint8Array
}

/**
 * Whether the commitments that stand for the inputs add up to those of the outputs and the fee.
 *
 * @param ringct - Of type 3 or later.
 * @returns False for what is pruned, or has a commitment that is no point.
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
/** Sums begin with it, so that a single commitment is checked to be a point too. */
const identity = Uint8Array.of(1, ...new Uint8Array(31))

/**
 * The message that all CLSAGs of a type 6 transaction sign, 32 bytes.
 *
 * @throws ChainError for a pruned one, or one of another type.
 */
export function signedMessage(tx: ParsedTransaction, keccak: Keccak = keccak_256): Uint8Array {
  const { blob, prefixSize, baseSize, ringct } = tx
  if (ringct?.type !== 6 || !ringct.prunable) throw new ChainError('message', 'is not of type 6')
  const base = blob.subarray(prefixSize, baseSize)
  return clsagMessage(prefixHash(tx, keccak), base, ringct.prunable.bulletproofsPlus, keccak)
}
