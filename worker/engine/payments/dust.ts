/**
 * Outputs of which there are too few to be mixed.
 *
 * @module
 */
import { isUnlocked, type ChainView } from '../ledger/unlock.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { askDaemon } from '../base/daemon-errors.ts'

/** Whom is asked, and how. */
export type DustQuery = {
  daemon: Daemon
  /** Whether it may learn the amounts of our outputs; else it tells of all amounts there are. */
  trusted: boolean
  /** Members that a ring needs. */
  ringSize: number
}

/**
 * Outputs of before RingCT whose amount too few others have. Those of RingCT always mix.
 *
 * Outputs of an amount are counted from the first on, so that the place of ours tells how many there are
 * at least. A daemon that counts fewer is not believed: nodes would refuse what spends ours by itself, and
 * it would have learnt whose it is.
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
