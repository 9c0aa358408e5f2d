/**
 * Estimates fees that stay high enough for some blocks.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp get_dynamic_base_fee_estimate_2021_scaling
 */
import { max, min } from '#protocol/bigint.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import { feeEstimates } from '#protocol/rules/fees.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { longTermWindow, rewardWindow, surgeFactor } from '#protocol/rules/limits.ts'
import { effectiveLongTermMedian, median } from '#protocol/rules/medians.ts'
import type { BlockchainReads, BlockInfo } from '../blockchain/types.ts'
import { NodeRpcError } from './errors.ts'

/**
 * Piconero per byte: slow, normal, fast, fastest.
 *
 * @param graceBlocks - Number of future blocks, which are counted as empty. Below 100.
 * @throws NodeRpcError for more blocks.
 */
export function estimateFees(chain: BlockchainReads, graceBlocks: bigint): bigint[] {
  const reward = baseReward(chain.tip().generatedCoins, newestVersion)
  // For the whole window, monerod reads weights from above the top block, which fails.
  if (graceBlocks >= BigInt(rewardWindow)) throw new NodeRpcError('UNSPECIFIED', '')
  const grace = Number(graceBlocks)
  const long = longTermWithGrace(chain, grace)
  const weights = lastOf(chain, rewardWindow - grace, ({ weight }) => weight)
  const shortTerm = median([...weights, ...Array<bigint>(grace).fill(0n)])
  const short = min(max(shortTerm, long), surgeFactor * long)
  return feeEstimates(reward, { short, long })
}

// Empty blocks can only lower the median, so one at its minimum does not change.
function longTermWithGrace(chain: BlockchainReads, grace: number): bigint {
  const now = chain.longTermMedian()
  if (grace === 0 || now === effectiveLongTermMedian(0n)) return now
  const weights = lastOf(chain, longTermWindow - grace, ({ longTermWeight }) => longTermWeight)
  return effectiveLongTermMedian(median([...weights, ...Array<bigint>(grace).fill(0n)]))
}

function lastOf(chain: BlockchainReads, count: number, pick: (info: BlockInfo) => bigint) {
  const height = chain.height()
  const first = height > BigInt(count) ? height - BigInt(count) : 0n
  return count > 0 ? chain.infos(first, height - 1n).map(pick) : []
}
