/**
 * The default priority: as low as the mempool and the recent blocks allow.
 *
 * @module
 */
import { sum } from '#protocol/bigint.ts'
import { dataView } from '#protocol/bytes.ts'
import { feeTier, graceBlocks } from '#protocol/rules/fees.ts'
import { transactionWeightLimit } from '#protocol/rules/limits.ts'
import type { PaymentCalls } from '../block-answers.ts'
import { isDaemonError } from '../../base/daemon-errors.ts'
import { paysFullBlocks, type FeeBasis } from './fee-cap.ts'

const mostWeight = BigInt(transactionWeightLimit(16))

/** Number of recent blocks whose weight measures the load of the chain. */
const recent = 10n

/**
 * The priority to use: 1 to 4 as requested; for 0, the first priority without a backlog, else 2.
 *
 * A daemon can invent a backlog and full blocks, which costs four times the fee. So its answers count only while the
 * newest block that the wallet read pays the fees of full blocks. monero trusts the answers.
 *
 * @param basis - Of the wallet's chain.
 * @returns 0 where it cannot be determined, which costs as much as 1.
 * @see monero src/wallet/wallet2.cpp adjust_priority, estimate_backlog
 */
export async function adjustPriority(
  daemon: PaymentCalls,
  priority: number,
  basis: FeeBasis,
): Promise<number> {
  if (priority !== 0) return priority
  try {
    const told = await automatic(daemon, basis.height)
    return told === 2 && !paysFullBlocks(basis) ? 1 : told
  } catch (error) {
    // The next request goes to the same daemon and reports the failure.
    if (isDaemonError(error)) return 0
    throw error
  }
}

async function automatic(daemon: PaymentCalls, height: bigint): Promise<number> {
  const { fees } = await daemon.rpc.get_fee_estimate({ grace_blocks: graceBlocks })
  const { backlog } = await daemon.rpc.get_txpool_backlog({})
  const { block_weight_limit } = await daemon.rpc.get_info({})
  const zone = block_weight_limit / 2n
  if (zone === 0n) return 0
  const rate = fees[feeTier(1)] ?? 0n
  if (weightAhead(backlog, rate) >= zone) return 2

  if (height < recent) return 0
  const range = { start_height: height - recent, end_height: height - 1n }
  const { headers } = await daemon.rpc.get_block_headers_range(range)
  if (BigInt(headers.length) !== recent) return 0
  const weight = sum(headers.map(({ block_weight }) => block_weight))
  return (100n * weight) / (recent * zone) > 80n ? 2 : 1
}

/**
 * Weight of the pool transactions that pay at least `rate`. An entry heavier than a transaction can be is ignored.
 *
 * @param backlog - 24 bytes each.
 */
export function weightAhead(backlog: Uint8Array, rate: bigint): bigint {
  const view = dataView(backlog)
  let ahead = 0n
  for (let at = 0; at + 24 <= backlog.length; at += 24) {
    const weight = view.getBigUint64(at, true)
    const fee = view.getBigUint64(at + 8, true)
    if (weight > 0n && weight <= mostWeight && fee >= rate * weight) ahead += weight
  }
  return ahead
}
