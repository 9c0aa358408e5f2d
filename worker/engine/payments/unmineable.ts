/**
 * Payments that can never be mined.
 *
 * A reorganisation deep enough takes the outputs away that a ring shows, and a new fork may forbid
 * what the one before allowed. Such a payment is refused wherever it is sent, and its inputs wait
 * for it until it is given up.
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
 * What we sent that the daemon has neither in its chain nor in its pool, that it refuses when it is
 * handed over again, and of which it has seen no input spent.
 *
 * All three are the word of a daemon at one moment, and a chain that is abandoned may come back: to
 * be asked of a trusted daemon alone, when the owner wants it. What is made of the same inputs
 * afterwards can never be mined beside the first.
 *
 * @param height - Of the wallet's chain: a daemon that has not as many blocks decides nothing.
 * @throws As {@link areSpent}.
 * @see monero src/wallet/wallet2.cpp process_unconfirmed_transfer, which asks nobody and waits 500 s
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
