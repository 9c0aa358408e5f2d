/**
 * Changes of the pool since a given time, for wallets.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp get_pool_info
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { NodeContext } from '../context.ts'
import { visibleEntry } from './visible-entry.ts'

/** monero RESTRICTED_TRANSACTIONS_COUNT */
const mostOnPublicNode = 100

const extent = { changes: 1, whole: 2 }

type Params = { pool_info_since: bigint; prune: boolean }

export function poolChanges(context: NodeContext, { pool_info_since, prune }: Params) {
  const { pool, restricted } = context
  const sensitive = !restricted
  const changes = pool.history.since(pool_info_since, { sensitive })
  const ids = changes?.added ?? pool.entries({ sensitive }).map(({ id }) => id)
  const added = ids.map((id) => visibleEntry(context, id)).filter((entry) => entry !== undefined)
  const most = restricted ? mostOnPublicNode : Infinity
  return {
    pool_info_extent: changes ? extent.changes : extent.whole,
    added_pool_txs: added.slice(0, most).map(({ id, doubleSpendSeen }) => ({
      tx_hash: hexToBytes(id),
      tx_blob: prune ? prunedOf(pool.blob(id)!) : pool.blob(id)!,
      double_spend_seen: doubleSpendSeen,
    })),
    remaining_added_pool_txids: added.slice(most).map(({ id }) => hexToBytes(id)),
    removed_pool_txids: (changes?.removed ?? []).map((id) => hexToBytes(id)),
  }
}

const prunedOf = (blob: Uint8Array) =>
  blob.subarray(0, parseTransaction(blob, { pruned: true }).baseSize)
