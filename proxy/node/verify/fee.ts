/**
 * What a transaction must pay to be let into the pool.
 *
 * @module
 */
import { baseReward } from '#protocol/rules/emission.ts'
import { dynamicBaseFee, isFeeEnough } from '#protocol/rules/fees.ts'
import type { ChainView } from '../types.ts'

/**
 * Whether the fee will do for the next block.
 *
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_fee
 */
export function paysEnough(fee: bigint, weight: bigint, view: ChainView): boolean {
  const { version, medianWeight, longTermMedian, generatedCoins } = view
  const long = version >= 10 && longTermMedian < medianWeight
  const reward = baseReward(generatedCoins, version)
  const rate = dynamicBaseFee(reward, long ? longTermMedian : medianWeight, version)
  return isFeeEnough(fee, weight, rate, version)
}
