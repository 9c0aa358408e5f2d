/**
 * Checks the miner transaction of a block.
 *
 * Each check returns an error text, or undefined.
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
 * The checks that do not depend on other transactions of the block.
 *
 * @param height - Height of the block.
 * @see monero src/cryptonote_core/blockchain.cpp prevalidate_miner_transaction
 */
export function minerTxError(tx: ParsedTransaction, height: bigint): string | undefined {
  const [input] = tx.inputs
  if (!isCoinbase(tx) || input?.kind !== 'gen') return 'expected one coinbase input'
  if (tx.version < 2) return `version: expected at least 2, got ${tx.version}`
  if (tx.ringct?.type !== 0) return 'RingCT type: expected 0'
  if (input.height !== height) return `height: expected ${height}, got ${input.height}`
  if (tx.unlockTime !== height + minedUnlockWindow)
    return `unlock time: expected ${height + minedUnlockWindow}, got ${tx.unlockTime}`
  if (paidOut(tx) > max64) return 'sum of outputs exceeds 64 bits'
  if (checkOutputTypes(tx)) return 'an output has no view tag'
  return undefined
}

/** Sum of a transaction's outputs, in piconero. It may exceed 64 bits. */
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
 * Checks the reward of the miner.
 *
 * @returns New coins of the block, in piconero, or an error text.
 * @see monero src/cryptonote_core/blockchain.cpp validate_miner_transaction
 */
export function minedCoins(tx: ParsedTransaction, terms: RewardTerms): bigint | string {
  const { weight, fees, generatedCoins, median } = terms
  const paid = paidOut(tx)
  const reward = blockReward({ median, block: weight }, generatedCoins, newestVersion)
  if (reward === undefined) return `block weight ${weight} exceeds twice the median`
  return paid === reward + fees ? reward : `reward: expected ${reward + fees}, got ${paid}`
}
