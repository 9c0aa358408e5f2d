/**
 * What a block's miner transaction must be.
 *
 * Each check answers what is wrong, undefined for nothing.
 *
 * @module
 */
import {
  isCoinbase,
  type ParsedTransaction,
  type Transaction,
} from '#protocol/chain/transaction.ts'
import { max64 } from '#protocol/fields.ts'
import { blockReward } from '#protocol/rules/emission.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import { checkOutputTypes } from '../verify/output-types.ts'

/** First version with a transaction of version 2. monero HF_VERSION_MIN_V2_COINBASE_TX */
const version2From = 12

/** First version without signatures. monero HF_VERSION_REJECT_SIGS_IN_COINBASE */
const noSignaturesFrom = 12

/** First version that weighs the penalty by the effective median. monero HF_VERSION_EFFECTIVE_SHORT_TERM_MEDIAN_IN_PENALTY */
const effectiveMedianFrom = 12

/** First version that pays exactly the reward, as version 1 did. monero HF_VERSION_EXACT_COINBASE */
const exactFrom = 13

/**
 * The checks that need no sum over the block.
 *
 * @param height - Of the block.
 * @see monero src/cryptonote_core/blockchain.cpp prevalidate_miner_transaction
 */
export function minerTxFault(
  tx: ParsedTransaction,
  height: bigint,
  version: number,
): string | undefined {
  const [input] = tx.inputs
  if (!isCoinbase(tx) || input?.kind !== 'gen') return 'is no coinbase'
  if (version >= version2From && tx.version < 2) return `has version ${tx.version}`
  if (version >= noSignaturesFrom && tx.version === 2 && tx.ringct?.type !== 0)
    return 'has RingCT signatures'
  if (input.height !== height) return `has height ${input.height} instead of ${height}`
  if (tx.unlockTime !== height + minedUnlockWindow) return `has unlock time ${tx.unlockTime}`
  if (paidOut(tx) > max64) return 'pays out more than there can be'
  if (checkOutputTypes(tx, version)) return 'has an output whose view tag is wrong or missing'
  return undefined
}

/** Sum of a transaction's outputs, in piconero; beyond 64 bits for nonsense. */
export const paidOut = ({ outputs }: Transaction): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n)

export type RewardTerms = {
  version: number
  /** Of the whole block. */
  weight: bigint
  fees: bigint
  /** Coins made before. */
  generatedCoins: bigint
  /** Median of the last 100 weights. */
  shortTermMedian: bigint
  /** The median that the block's weight is held against. */
  effectiveMedian: bigint
}

/**
 * Whether the miner is paid what the rules give.
 *
 * @returns The coins that the block makes, in piconero, or what is wrong.
 * @see monero src/cryptonote_core/blockchain.cpp validate_miner_transaction
 */
export function minedCoins(tx: ParsedTransaction, terms: RewardTerms): bigint | string {
  const { version, weight, fees, generatedCoins } = terms
  const paid = paidOut(tx)
  if (version === 3 && !tx.outputs.every(({ amount }) => isDecomposed(amount)))
    return 'pays an amount of more than one digit'
  const median = version >= effectiveMedianFrom ? terms.effectiveMedian : terms.shortTermMedian
  const reward = blockReward({ median, block: weight }, generatedCoins, version)
  if (reward === undefined) return `is of a block of weight ${weight}, above twice the median`
  if (paid > reward + fees) return `pays ${paid}, of which ${reward + fees} are due`
  if (paid === reward + fees) return reward
  if (version < 2 || version >= exactFrom) return `pays ${paid} instead of ${reward + fees}`
  // What the miner leaves is made later.
  return paid >= fees ? paid - fees : 'pays less than the fees'
}

/**
 * A digit and zeros.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp is_valid_decomposed_amount
 */
const isDecomposed = (amount: bigint) => /^[1-9]0*$/.test(amount.toString())
