/**
 * Fees and waiting times to choose from, before a payment is built.
 *
 * @module
 */
import { estimateWeight } from '#protocol/chain/weights.ts'
import { ringSize } from '#protocol/rules/limits.ts'
import type { Daemon } from '../../base/ports.ts'
import { isDaemonError } from '../../base/daemon-errors.ts'
import { maxPayments } from '../../tx/draft.ts'
import { usualExtra } from '../estimate.ts'
import type { FeeBasis } from './fee-cap.ts'
import { checkedRate, feeEstimate } from './fees.ts'
import { feeOf, type FeeRate } from '../../tx/fee.ts'
import { rulesOf } from '../fork-rules.ts'
import { adjustPriority, weightAhead } from './priority.ts'

export type PricedPriority = {
  /** 1 to 4. */
  priority: number
  /** The usual fee in piconero by the number of recipients, from one on. */
  fees: bigint[]
  /** Blocks until a block has room for it; undefined where the daemon does not report its pool. */
  blocks: number | undefined
}

/** Most payments of few coins spend two outputs: an unneeded second one makes transactions look alike. */
const usualInputs = 2

/**
 * The usual fee of each priority. The requests are those of a payment, and are the same for all payments.
 *
 * @returns `automatic`: the priority that 0 means now; 0 where it is unknown.
 * @throws {RpcError} As `feeRate`.
 */
export async function feePreview(
  daemon: Daemon,
  basis: FeeBasis,
): Promise<{ automatic: number; priorities: PricedPriority[] }> {
  const estimate = await feeEstimate(daemon)
  const room = await roomOf(daemon)
  const weights = usualWeights(await rulesOf(daemon))
  const priorities = [1, 2, 3, 4].map((priority) => {
    const rate = checkedRate(estimate, priority, basis)
    const fees = weights.map((weight) => feeOf(rate, weight))
    return { priority, fees, blocks: room?.(rate) }
  })
  return { automatic: await adjustPriority(daemon, 0, basis), priorities }
}

/** By the number of recipients. Each transaction also has a change output. */
function usualWeights(version: number): number[] {
  const outline = { inputs: usualInputs, ringSize: ringSize(version), extraSize: usualExtra }
  return Array.from({ length: maxPayments }, (_, index) =>
    estimateWeight({ ...outline, outputs: index + 2 }),
  )
}

/**
 * Blocks until one has room, by the rate: blocks that the pool fills with transactions of at least the same rate.
 *
 * @see monero src/wallet/wallet2.cpp estimate_backlog
 */
async function roomOf(daemon: Daemon): Promise<((rate: FeeRate) => number) | undefined> {
  try {
    const { backlog } = await daemon.rpc.get_txpool_backlog({})
    const { block_weight_limit } = await daemon.rpc.get_info({})
    const zone = block_weight_limit / 2n
    if (zone === 0n) return undefined
    return ({ perByte }) => 1 + Number(weightAhead(backlog, perByte) / zone)
  } catch (error) {
    if (isDaemonError(error)) return undefined
    throw error
  }
}
