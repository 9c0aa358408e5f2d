/**
 * Fee rates: the daemon's rate for a priority, within limits of this wallet.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { feeTier, graceBlocks, quantizationMask } from '#protocol/rules/fees.ts'
import type { PaymentCalls } from '../block-answers.ts'
import type { FeeRate } from '../../tx/fee.ts'
import { askDaemon, transferError } from '../../base/daemon-errors.ts'
import { highestRates, type FeeBasis } from './fee-cap.ts'

/**
 * The daemon's rate for a priority.
 *
 * @param priority - 1 to 4, where 0 counts as 1; see {@link file://./priority.ts}.
 * @param basis - What the highest plausible rate follows from.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR for a rate above the highest plausible rate.
 * @see monero src/wallet/wallet2.cpp get_base_fee
 */
export async function feeRate(
  daemon: PaymentCalls,
  priority: number,
  basis: FeeBasis,
): Promise<FeeRate> {
  return checkedRate(await feeEstimate(daemon), priority, basis)
}

/** The daemon's estimate, unchecked. @throws {RpcError} */
export const feeEstimate = (daemon: PaymentCalls) =>
  askDaemon(
    daemon.rpc.get_fee_estimate({ grace_blocks: graceBlocks }),
    'failed to get fee estimate',
  )

/**
 * The rate for a priority in the daemon's estimate.
 *
 * @throws {RpcError} GENERIC_TRANSFER_ERROR for a rate above the highest plausible rate.
 */
export function checkedRate(
  estimate: Pick<Awaited<ReturnType<typeof feeEstimate>>, 'fees' | 'quantization_mask'>,
  priority: number,
  basis: FeeBasis,
): FeeRate {
  const perByte = estimate.fees[feeTier(priority)]
  if (!perByte) throw transferError('failed to get fee estimate')
  const mask = estimate.quantization_mask
  const most = highestRates(basis)[feeTier(priority)]!
  if (perByte > most || mask < 1n || mask > quantizationMask)
    throw new RpcError(
      'GENERIC_TRANSFER_ERROR',
      `the daemon requests a fee of ${perByte} piconero a byte, more than the ${most} that can be ` +
        'needed: nothing was sent; choose another daemon',
    )
  return { perByte, mask }
}
