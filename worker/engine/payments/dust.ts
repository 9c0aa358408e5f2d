/**
 * Unmixable outputs: too few others have the same amount.
 *
 * @module
 */
import { isUnlocked, type ChainView } from '../ledger/unlock.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { askDaemon } from '../base/daemon-errors.ts'

/** The daemon connection for the query. */
export type DustQuery = {
  daemon: Daemon
  /**
   * Whether the daemon may learn the amounts of own outputs; otherwise the query covers all
   * amounts.
   */
  trusted: boolean
  /** Ring size. */
  ringSize: number
}

/**
 * Outputs from before RingCT whose amount too few others have. RingCT outputs are always mixable.
 *
 * Outputs of an amount are numbered from the first on, so the index of an own output gives a lower
 * bound of their number. A daemon that reports fewer is not trusted: nodes would refuse a ring of
 * the real output only, and the daemon would have learnt its owner.
 *
 * @throws {RpcError} As {@link askDaemon}.
 * @see monero src/wallet/wallet2.cpp select_available_unmixable_outputs
 */
export async function dustOf(
  outputs: Store['outputs'],
  chain: ChainView,
  { daemon, trusted, ringSize }: DustQuery,
): Promise<OutputRecord[]> {
  const plain = [...outputs.values()].filter(
    (output) =>
      !output.ringct &&
      !output.spent &&
      !output.frozen &&
      output.globalIndex + 1n < BigInt(ringSize) &&
      isUnlocked(output, chain),
  )
  if (plain.length === 0) return []
  const amounts = trusted ? [...new Set(plain.map(({ amount }) => amount))] : []
  const { histogram } = await askDaemon(
    daemon.rpc.get_output_histogram({ amounts, min_count: BigInt(ringSize), unlocked: true }),
    'failed to get output histogram',
  )
  const mixable = new Set(histogram.map(({ amount }) => amount))
  return plain.filter(({ amount }) => !mixable.has(amount))
}
