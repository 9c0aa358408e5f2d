/**
 * Finds own transactions that spent outputs whose key images were unknown when they were recorded.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { reportedSpent } from './rescan-spent.ts'

/**
 * Own transactions that may have spent them: those with change since the first output that the daemon reports
 * as spent by an unknown transaction. Empty when there is no such output.
 *
 * @see monero src/wallet/wallet2.cpp import_key_images
 */
export async function spendersAfter(
  daemon: Daemon,
  store: Store,
  outputs: readonly OutputRecord[],
): Promise<ReadonlySet<string>> {
  const reported = await reportedSpent(daemon, outputs)
  const unexplained = outputs.filter(({ key, spent }) => reported.get(key) && !spent?.txid)
  if (unexplained.length === 0) return new Set()
  const since = unexplained.map(({ height }) => height).reduce(min, 2n ** 64n)
  const spenders = new Set<string>()
  // A refused transaction may have been mined.
  const isKnown = (txid: string) => (store.sent.get(txid)?.state ?? 'failed') !== 'failed'
  for (const { txid, height, coinbase, imported: unseen } of store.outputs.values())
    if (!coinbase && !unseen && height > since && !isKnown(txid)) spenders.add(txid)
  return spenders
}
