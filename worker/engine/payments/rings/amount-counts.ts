/**
 * Number of pre-RingCT outputs per amount, as the daemon reports it.
 *
 * @module
 */
import type { Daemon } from '../../base/ports.ts'
import { askDaemon, transferError } from '../../base/daemon-errors.ts'

/** Number of spendable outputs of one amount; the newest of them are `recent`. */
export type AmountCount = { spendable: number; recent: number }

/** How long an output counts as recent, in seconds: 1.8 days. monero RECENT_OUTPUT_ZONE */
const recentSeconds = 155_520n

/**
 * Counts for each amount. The daemon learns which amounts are spent; the inputs show them publicly
 * anyway.
 *
 * @param amounts - In piconero, distinct, at least one.
 * @param now - Unix seconds.
 * @throws {RpcError} As {@link askDaemon}; when the daemon reports no outputs of an amount, or
 *   contradicts itself.
 * @see monero src/wallet/wallet2.cpp get_outs
 */
export async function amountCounts(
  daemon: Daemon,
  amounts: readonly bigint[],
  now: bigint,
): Promise<Map<bigint, AmountCount>> {
  const { histogram } = await askDaemon(
    daemon.rpc.get_output_histogram({
      amounts: [...amounts].sort((a, b) => (a < b ? -1 : 1)),
      unlocked: true,
      recent_cutoff: now - recentSeconds,
    }),
    'failed to get output histogram',
  )
  const candidates = new Map(histogram.map((each) => [each.amount, each]))
  return new Map(
    amounts.map((amount) => {
      const { unlocked_instances: spendable = 0n, recent_instances: recent = 0n } =
        candidates.get(amount) ?? {}
      if (spendable === 0n)
        throw transferError(`histogram reports no unlocked outputs for ${amount}, not even ours`)
      if (recent > spendable)
        throw transferError(`histogram reports more recent outs than outs for ${amount}`)
      return [amount, { spendable: Number(spendable), recent: Number(recent) }]
    }),
  )
}
