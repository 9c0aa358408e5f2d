/**
 * What a block's miner transaction must be.
 *
 * Each check answers what is wrong, undefined for nothing.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import {
  isCoinbase,
  type ParsedTransaction,
  type Transaction,
} from '#protocol/chain/transaction.ts'
import { max64 } from '#protocol/fields.ts'
import { blockReward } from '#protocol/rules/emission.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import { checkOutputTypes } from '../verify/output-types.ts'

/**
 * The checks that need no sum over the block.
 *
 * @param height - Of the block.
 * @see monero src/cryptonote_core/blockchain.cpp prevalidate_miner_transaction
 */
export function minerTxError(tx: ParsedTransaction, height: bigint): string | undefined {
  const [input] = tx.inputs
  if (!isCoinbase(tx) || input?.kind !== 'gen') return 'is no coinbase'
  if (tx.version < 2) return `has version ${tx.version}`
  if (tx.ringct?.type !== 0) return 'has RingCT signatures'
  if (input.height !== height) return `has height ${input.height} instead of ${height}`
  if (tx.unlockTime !== height + minedUnlockWindow) return `has unlock time ${tx.unlockTime}`
  if (paidOut(tx) > max64) return 'pays out more than there can be'
  if (checkOutputTypes(tx)) return 'has an output whose view tag is wrong or missing'
  return undefined
}

/** Sum of a transaction's outputs, in piconero; beyond 64 bits for nonsense. */
export const paidOut = ({ outputs }: Transaction): bigint => sumOfAmounts(outputs)

export type RewardTerms = {
  /** Of the whole block. */
  weight: bigint
  fees: bigint
  /** Coins made before. */
  generatedCoins: bigint
  /** The median that the block's weight is held against. */
  median: bigint
}

/**
 * Whether the miner is paid what the rules give.
 *
 * @returns The coins that the block makes, in piconero, or what is wrong.
 * @see monero src/cryptonote_core/blockchain.cpp validate_miner_transaction
 */
export function minedCoins(tx: ParsedTransaction, terms: RewardTerms): bigint | string {
  const { weight, fees, generatedCoins, median } = terms
  const paid = paidOut(tx)
  const reward = blockReward({ median, block: weight }, generatedCoins, newestVersion)
  if (reward === undefined) return `is of a block of weight ${weight}, above twice the median`
  return paid === reward + fees ? reward : `pays ${paid} instead of ${reward + fees}`
}
