/**
 * The transaction pool at paths.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionJson } from '#protocol/chain/decoded.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/pool.ts'
import type { NodeContext } from '../../context.ts'
import { isBroadcast, isKeptByBlock, type PoolEntry } from '../../pool/entry.ts'
import { poolStats } from '../../pool/stats.ts'
import { okPaid } from '../ok-status.ts'

const sensitivity = ({ restricted }: NodeContext) => ({ sensitive: !restricted })

export const jsonPool = (context: NodeContext) => {
  const { pool, clock } = context
  return {
    get_transaction_pool: () => ({
      ...okPaid,
      transactions: pool
        .entries(sensitivity(context))
        .map((entry) => poolTransaction(context, entry)),
      spent_key_images: [...pool.spent.all().keys()]
        .map((id_hash) => ({ id_hash, txs_hashes: spendersOf(context, id_hash) }))
        .filter(({ txs_hashes }) => txs_hashes.length > 0),
    }),
    get_transaction_pool_hashes: () => ({
      ...okPaid,
      tx_hashes: pool.entries(sensitivity(context)).map(({ id }) => id),
    }),
    get_transaction_pool_stats: () => ({
      ...okPaid,
      pool_stats: poolStats(pool.entries(sensitivity(context)), clock.now()),
    }),
  } satisfies Backend<typeof contracts>
}

/** Transactions of the pool that spend a key image. */
const spendersOf = ({ pool, restricted }: NodeContext, keyImage: string) =>
  [...pool.spent.spendersOf(keyImage)].filter((id) => !restricted || isBroadcast(pool.entry(id)!))

/** @see monero src/cryptonote_core/tx_pool.cpp get_transactions_and_spent_keys_info */
function poolTransaction({ pool, restricted }: NodeContext, entry: PoolEntry) {
  const blob = pool.blob(entry.id)!
  return {
    id_hash: entry.id,
    tx_json: transactionJson(parseTransaction(blob)),
    blob_size: BigInt(blob.length),
    weight: entry.weight,
    fee: entry.fee,
    max_used_block_id_hash: entry.maxUsedBlockId,
    max_used_block_height: entry.maxUsedBlockHeight,
    kept_by_block: isKeptByBlock(entry),
    last_failed_height: entry.lastFailedHeight,
    last_failed_id_hash: entry.lastFailedId,
    // The time of arrival would help to find the sender.
    receive_time: restricted ? 0n : entry.receiveTime,
    relayed: entry.relayed,
    last_relayed_time: restricted ? 0n : entry.lastRelayedTime,
    do_not_relay: entry.method === 'none',
    double_spend_seen: entry.doubleSpendSeen,
    tx_blob: bytesToHex(blob),
  }
}
