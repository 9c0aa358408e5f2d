/**
 * Transaction weight: what fees and block sizes are counted in. Size, plus what a range proof over
 * many outputs saves in size but not in verification time (the clawback).
 *
 * @module
 */
import { ChainError } from './reader.ts'
import { hasShortAmounts, mlsagShape, paddedOutputs, type RingCtType } from './ringct.ts'
import { shapeOf, type ParsedTransaction } from './transaction.ts'

/** Most outputs one range proof covers. monero BULLETPROOF_MAX_OUTPUTS */
const maxProofOutputs = 16

/**
 * Weight of a whole transaction, in bytes of weight.
 *
 * @throws ChainError for a pruned one; see {@link prunedTransactionWeight}.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_transaction_weight
 */
export function transactionWeight(tx: ParsedTransaction): number {
  if (tx.pruned) throw new ChainError('weight', 'is not that of a pruned transaction')
  const { ringct, blob } = tx
  if (!ringct?.prunable || ringct.type < 3) return blob.length
  const { bulletproofs, bulletproofsPlus } = ringct.prunable
  const padded = paddedOutputs(ringct.type === 6 ? bulletproofsPlus : bulletproofs)
  return blob.length + clawback(ringct.type, tx.outputs.length, padded)
}

/**
 * Weight of the whole of a transaction of which only the pruned form is known.
 *
 * @throws ChainError for what has no canonical size: version 1, types below 4, coinbase, whole.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_pruned_transaction_weight
 */
export function prunedTransactionWeight(tx: ParsedTransaction): number {
  const { ringct } = tx
  if (!tx.pruned) throw new ChainError('pruned weight', 'is not that of a whole transaction')
  if (!ringct || !hasShortAmounts(ringct.type) || tx.inputs[0]?.kind !== 'key')
    throw new ChainError('pruned weight', 'is known for RingCT types 4 to 6 only')
  return (
    transactionSize(tx) + clawback(ringct.type, tx.outputs.length, 2 ** log2Ceil(tx.outputs.length))
  )
}

/**
 * Bytes of a whole transaction, also of one of which only the pruned form is known.
 *
 * @throws ChainError for a pruned one of version 1: what was pruned away leaves no trace of its size.
 */
export function transactionSize(tx: ParsedTransaction): number {
  const { ringct, outputs } = tx
  if (!tx.pruned || ringct?.type === 0) return tx.blob.length
  if (!ringct) throw new ChainError('transaction size', 'version 1 is known whole, not pruned')
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

// A Borromean proof an output; later one proof for all, behind its count (4 bytes in type 3).
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
    throw new ChainError('outputs', `at most ${maxProofOutputs}, got ${outputs}`)
  // What an output costs in a proof of two.
  const perOutput = proofSize(type, 1) / 2
  return Math.floor(((perOutput * padded - proofSize(type, log2Ceil(padded))) * 4) / 5)
}

/** Bytes of a proof over 2^rounds outputs, without the lengths of L and R. */
const proofSize = (type: RingCtType, rounds: number) =>
  32 * ((type === 6 ? 6 : 9) + 2 * (6 + rounds))

/** The least power of two that is `count` or more, as its exponent. */
export function log2Ceil(count: number): number {
  let log = 0
  while (2 ** log < count) log++
  return log
}

/** A transaction that is still to be built: what its size depends on. */
export type Outline = {
  inputs: number
  /** Members per ring, the real one included. */
  ringSize: number
  outputs: number
  /** Bytes of extra. */
  extraSize: number
}

/**
 * Size in bytes the wallet expects of a type 6 transaction with view tags.
 *
 * @see monero src/wallet/wallet2.cpp estimate_rct_tx_size
 */
export function estimateSize({ inputs, ringSize, outputs, extraSize }: Outline): number {
  const prefix = 1 + 6 + inputs * (1 + 6 + ringSize * 2 + 32) + outputs * (6 + 32 + 1) + extraSize
  const base = 1 + 4 + outputs * (8 + 32)
  const prunable = proofSize(6, log2Ceil(outputs)) + 3 + inputs * (32 * ringSize + 64 + 32)
  return prefix + base + prunable
}

/** What a ring member of version 1 counts for. monero APPROXIMATE_INPUT_BYTES */
const plainMember = 80

/**
 * Size in bytes, and weight, that the wallet expects of a transaction of version 1 with view tags.
 *
 * @see monero src/wallet/wallet2.cpp estimate_tx_size
 */
export const estimatePlainSize = ({ inputs, ringSize, outputs, extraSize }: Outline): number =>
  inputs * ringSize * plainMember + extraSize + outputs

/**
 * Weight the wallet expects of a type 6 transaction with view tags.
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
