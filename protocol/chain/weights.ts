/**
 * Transaction weight, the unit of fees and block sizes: the size, plus the size that a range proof over
 * many outputs saves without saving verification time (the clawback).
 *
 * @module
 */
import { ChainError } from './reader.ts'
import { hasShortAmounts, mlsagShape, paddedOutputs, type RingCtType } from './ringct.ts'
import { shapeOf, type ParsedTransaction } from './transaction.ts'

/** Most outputs one range proof covers. monero BULLETPROOF_MAX_OUTPUTS */
const maxProofOutputs = 16

/**
 * Weight of a whole transaction.
 *
 * @throws ChainError for a pruned one; see {@link prunedTransactionWeight}.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_transaction_weight
 */
export function transactionWeight(tx: ParsedTransaction): number {
  if (tx.pruned) throw new ChainError('weight', 'expected a whole transaction, got a pruned one')
  const { ringct, blob } = tx
  if (!ringct?.prunable || ringct.type < 3) return blob.length
  const { bulletproofs, bulletproofsPlus } = ringct.prunable
  const padded = paddedOutputs(ringct.type === 6 ? bulletproofsPlus : bulletproofs)
  return blob.length + clawback(ringct.type, tx.outputs.length, padded)
}

/**
 * Weight of a whole transaction, computed from its pruned form.
 *
 * @throws ChainError where the size cannot be derived: version 1, types below 4, coinbase, whole.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_pruned_transaction_weight
 */
export function prunedTransactionWeight(tx: ParsedTransaction): number {
  const { ringct } = tx
  if (!tx.pruned)
    throw new ChainError('pruned weight', 'expected a pruned transaction, got a whole one')
  if (!ringct || !hasShortAmounts(ringct.type) || tx.inputs[0]?.kind !== 'key')
    throw new ChainError('pruned weight', 'expected RingCT type 4, 5 or 6')
  return (
    transactionSize(tx) + clawback(ringct.type, tx.outputs.length, 2 ** log2Ceil(tx.outputs.length))
  )
}

/**
 * Bytes of a whole transaction, also computed from its pruned form.
 *
 * @throws ChainError for a pruned one of version 1: the pruned form does not contain the pruned size.
 */
export function transactionSize(tx: ParsedTransaction): number {
  const { ringct, outputs } = tx
  if (!tx.pruned || ringct?.type === 0) return tx.blob.length
  if (!ringct)
    throw new ChainError(
      'transaction size',
      'expected a whole transaction of version 1, got a pruned one',
    )
  const { type } = ringct
  const { inputs, ringSize } = shapeOf(tx)
  const pseudoOutputs = type >= 3 ? 32 * inputs : 0
  const signatures = type >= 5 ? inputs * (ringSize + 2) * 32 : mlsagSize(type, inputs, ringSize)
  return tx.baseSize + rangeProofSize(type, outputs.length) + signatures + pseudoOutputs
}

function mlsagSize(type: RingCtType, inputs: number, ringSize: number) {
  const { count, columns } = mlsagShape(type, inputs)
  return count * 32 * (ringSize * columns + 1)
}

// One Borromean proof per output; later one proof for all, after its count (4 bytes in type 3).
function rangeProofSize(type: RingCtType, outputs: number) {
  if (type <= 2) return outputs * (3 * 2048 + 32)
  return (type === 3 ? 4 : 1) + proofSize(type, log2Ceil(outputs)) + 2
}

/**
 * Weight added for a range proof with room for `padded` outputs.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_transaction_weight_clawback
 */
function clawback(type: RingCtType, outputs: number, padded: number): number {
  if (padded <= 2) return 0
  if (outputs > maxProofOutputs)
    throw new ChainError('outputs', `expected at most ${maxProofOutputs}, got ${outputs}`)
  // The size per output of a proof for two.
  const perOutput = proofSize(type, 1) / 2
  return Math.floor(((perOutput * padded - proofSize(type, log2Ceil(padded))) * 4) / 5)
}

/** Bytes of a proof over 2^rounds outputs, without the lengths of L and R. */
const proofSize = (type: RingCtType, rounds: number) =>
  32 * ((type === 6 ? 6 : 9) + 2 * (6 + rounds))

/** The exponent of the least power of two not below `count`. */
export function log2Ceil(count: number): number {
  let log = 0
  while (2 ** log < count) log++
  return log
}

/** The counts that determine the size of a transaction to build. */
export type Outline = {
  inputs: number
  /** Members per ring, the real one included. */
  ringSize: number
  outputs: number
  /** Bytes of extra. */
  extraSize: number
}

/**
 * Estimated size in bytes of a type 6 transaction with view tags.
 *
 * @see monero src/wallet/wallet2.cpp estimate_rct_tx_size
 */
export function estimateSize({ inputs, ringSize, outputs, extraSize }: Outline): number {
  const prefix = 1 + 6 + inputs * (1 + 6 + ringSize * 2 + 32) + outputs * (6 + 32 + 1) + extraSize
  const base = 1 + 4 + outputs * (8 + 32)
  const prunable = proofSize(6, log2Ceil(outputs)) + 3 + inputs * (32 * ringSize + 64 + 32)
  return prefix + base + prunable
}

/** Estimated bytes of a version 1 input per ring member. monero APPROXIMATE_INPUT_BYTES */
const plainMember = 80

/**
 * Estimated size in bytes, and weight, of a version 1 transaction with view tags.
 *
 * @see monero src/wallet/wallet2.cpp estimate_tx_size
 */
export const estimatePlainSize = ({ inputs, ringSize, outputs, extraSize }: Outline): number =>
  inputs * ringSize * plainMember + extraSize + outputs

/**
 * Estimated weight of a type 6 transaction with view tags.
 *
 * @see monero src/wallet/wallet2.cpp estimate_tx_weight
 */
export function estimateWeight(outline: Outline): number {
  const { outputs } = outline
  if (outputs <= 2) return estimateSize(outline)
  const rounds = log2Ceil(outputs)
  const saved = (proofSize(6, 1) / 2) * 2 ** rounds - proofSize(6, rounds)
  return estimateSize(outline) + Math.floor((saved * 4) / 5)
}
