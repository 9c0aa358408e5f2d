/**
 * Fee rates: the daemon's rate for a priority, within limits of this wallet.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { feeEstimates, feeTier, graceBlocks, quantizationMask } from '#protocol/rules/fees.ts'
import { fullRewardZone } from '#protocol/rules/limits.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import type { Daemon } from '../base/ports.ts'
import type { FeeRate } from '../tx/fee.ts'
import { askDaemon, transferError } from '../base/daemon-errors.ts'

/**
 * The daemon's rate for a priority.
 *
 * @param priority - 1 to 4, where 0 counts as 1; see {@link file://./priority.ts}.
 * @param height - Of the wallet's chain. The highest plausible rate depends on it.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR for a rate above the highest plausible rate.
 * @see monero src/wallet/wallet2.cpp get_base_fee
 */
export async function feeRate(daemon: Daemon, priority: number, height: bigint): Promise<FeeRate> {
  const estimate = await askDaemon(
    daemon.rpc.get_fee_estimate({ grace_blocks: graceBlocks }),
    'failed to get fee estimate',
  )
  const perByte = estimate.fees[feeTier(priority)]
  if (!perByte) throw transferError('failed to get fee estimate')
  const mask = estimate.quantization_mask
  const most = highestRates(height)[feeTier(priority)]!
  if (perByte > most || mask < 1n || mask > quantizationMask)
    throw new RpcError(
      'GENERIC_TRANSFER_ERROR',
      `the daemon requests a fee of ${perByte} piconero a byte, more than the ${most} that can be ` +
        'needed: nothing was sent',
    )
  return { perByte, mask }
}

/**
 * The upper bounds of the four rates at a height. Fees fall as blocks grow, so small blocks cost
 * most.
 *
 * @see monero src/cryptonote_core/blockchain.cpp get_dynamic_base_fee_estimate_2021_scaling
 */
export function highestRates(height: bigint): bigint[] {
  const zone = fullRewardZone(16)
  return feeEstimates(highestReward(height), { short: zone, long: zone })
}

/**
 * The upper bound of the block reward at `height`. Rewards fall by 2^-19 of the remaining supply
 * with each block of two minutes, half as fast with blocks of one minute. Assuming the slower rate
 * for all blocks gives an upper bound.
 */
function highestReward(height: bigint): bigint {
  const first = Number(baseReward(0n, 16))
  const decayed = BigInt(Math.ceil(first * Math.exp(-Number(height) / 2 ** 20)))
  const tail = baseReward(2n ** 64n - 1n, 16)
  return decayed > tail ? decayed : tail
}
