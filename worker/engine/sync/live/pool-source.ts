/**
 * Where the transactions of a daemon's pool come from: requests, or live events.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { Daemon } from '../../base/ports.ts'
import type { TransactionEntry } from '../../download/transaction-entry.ts'

export type PoolSource = {
  /** Ids of all transactions in the pool. */
  ids(): Promise<ReadonlySet<string>>
  /** The transactions themselves, not checked. Those that left the pool meanwhile are absent. */
  transactions(txids: readonly string[]): Promise<TransactionEntry[]>
}

/** Most transactions that a restricted daemon sends at once. monero RESTRICTED_TRANSACTIONS_COUNT */
export const transactionsPerRequest = 100

/** Requests the ids of all transactions in the pool. */
export async function poolIds(daemon: Daemon): Promise<Set<string>> {
  const { tx_hashes } = await daemon.bin.get_transaction_pool_hashes({})
  return new Set(tx_hashes.map((id) => bytesToHex(id)))
}

/** The pool as the daemon answers requests for it. */
export const requestedPool = (daemon: Daemon): PoolSource => ({
  ids: () => poolIds(daemon),
  async transactions(txids) {
    const got: TransactionEntry[] = []
    for (let at = 0; at < txids.length; at += transactionsPerRequest) {
      const txs_hashes = txids.slice(at, at + transactionsPerRequest)
      const { txs } = await daemon.json.get_transactions({ txs_hashes, prune: true })
      requireOfDaemon(txs.length <= txs_hashes.length, 'more transactions than requested')
      got.push(...txs.filter(({ in_pool }) => in_pool))
    }
    return got
  },
})
