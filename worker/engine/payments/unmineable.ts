/**
 * Transactions that can never be mined.
 *
 * A deep reorganisation can remove outputs that a ring references, and a new fork can forbid what
 * the previous rules allowed. Every node refuses such a transaction, and its inputs stay locked
 * until the user abandons it.
 *
 * @module
 */
import { unconfirmed } from '../ledger/balances.ts'
import type { Daemon } from '../base/ports.ts'
import type { SentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { areSpent } from '../sync/rescan-spent.ts'
import { knownTransactions, refusesForGood, relay } from './relay.ts'

/**
 * Sent transactions that are neither in the daemon's chain nor in its pool, that the daemon refuses
 * again, and whose inputs it reports as unspent.
 *
 * All three are statements of one daemon at one moment, and an abandoned chain may come back. So
 * this must only query a trusted daemon, at the user's request. A new transaction with the same
 * inputs excludes the first one.
 *
 * @param height - Of the wallet's chain: a daemon with fewer blocks is not used.
 * @throws As {@link areSpent}.
 * @see monero src/wallet/wallet2.cpp process_unconfirmed_transfer, which sends no query and waits
 *   500 s
 */
export async function unmineable(
  daemon: Daemon,
  sent: Store['sent'],
  height: bigint,
): Promise<SentRecord[]> {
  const waiting = [...sent.index(unconfirmed).values()].filter(({ blob }) => blob.length > 0)
  if (waiting.length === 0) return []
  const there = await knownTransactions(
    daemon,
    waiting.map(({ txid }) => txid),
  )
  if (!there) return []
  const found: SentRecord[] = []
  for (const record of waiting) {
    if (there.has(record.txid)) continue
    if (!(await refusesForGood(daemon, await relay(daemon, record.blob), height))) continue
    const spent = await areSpent(daemon, record.keyImages)
    if (!spent.includes(true)) found.push(record)
  }
  return found
}
