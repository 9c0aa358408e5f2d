/**
 * The lowest fee of the pool.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import { dynamicBaseFee, isFeeEnough } from '#protocol/rules/fees.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import type { ChainView } from '../types.ts'

/**
 * Whether the fee is high enough for the next block.
 *
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_fee
 */
export function paysEnough(fee: bigint, weight: bigint, view: ChainView): boolean {
  const { medianWeight, longTermMedian, generatedCoins } = view
  const lesser = min(longTermMedian, medianWeight)
  const rate = dynamicBaseFee(baseReward(generatedCoins, newestVersion), lesser, newestVersion)
  return isFeeEnough(fee, weight, rate, newestVersion)
}
