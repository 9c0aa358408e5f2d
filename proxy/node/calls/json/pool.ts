/**
 * Transactions that wait for a block.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionJson } from '#protocol/chain/decoded.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Backend } from '#protocol/contract.ts'
import type * as jsonContracts from '#protocol/daemon/json/pool.ts'
import type * as rpcContracts from '#protocol/daemon/rpc/pool.ts'
import type { NodeContext } from '../../context.ts'
import { backlogOf } from '../../pool/backlog.ts'
import { isBroadcast, isKeptByBlock, type PoolEntry } from '../../pool/entry.ts'
import { poolStats } from '../../pool/stats.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { idOf } from '../hex-params.ts'
import { ok, okPaid } from '../ok-status.ts'
import { visibleEntry } from '../visible-entry.ts'

const sensitivity = ({ restricted }: NodeContext) => ({ sensitive: !restricted })

export const poolAtPaths = (context: NodeContext) => {
  const { pool, clock } = context
  return {
    get_transaction_pool: () => ({
      ...okPaid,
      transactions: pool.entries(sensitivity(context)).map((entry) => told(context, entry)),
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
  } satisfies Backend<typeof jsonContracts>
}

/** Transactions of the pool that spend a key image. */
const spendersOf = ({ pool, restricted }: NodeContext, keyImage: string) =>
  [...pool.spent.spendersOf(keyImage)].filter((id) => !restricted || isBroadcast(pool.entry(id)!))

/** @see monero src/cryptonote_core/tx_pool.cpp get_transactions_and_spent_keys_info */
function told({ pool, restricted }: NodeContext, entry: PoolEntry) {
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
    // When it came would tell who made it.
    receive_time: restricted ? 0n : entry.receiveTime,
    relayed: entry.relayed,
    last_relayed_time: restricted ? 0n : entry.lastRelayedTime,
    do_not_relay: entry.method === 'none',
    double_spend_seen: entry.doubleSpendSeen,
    tx_blob: bytesToHex(blob),
  }
}

export const pool = (context: NodeContext) => {
  const { pool, clock } = context
  return {
    get_txpool_backlog() {
      const entries = pool.entries({ sensitive: false })
      return { ...okPaid, backlog: packedBacklog(entries, clock.now()) }
    },
    flush_txpool({ txids }) {
      if (txids.length === 0) {
        for (const { id } of pool.entries({ sensitive: true })) pool.drop(id)
        return ok
      }
      const known = txids.map(idOf).filter((id) => id !== undefined)
      for (const id of known) pool.drop(id)
      if (known.length === txids.length) return ok
      throw new StatusError(
        known.length === 0 ? 'Failed to parse txid' : 'Failed to parse some of the txids',
      )
    },
    relay_tx({ txids }) {
      const isKnown = (id: string) => visibleEntry(context, id) !== undefined
      const faults: string[] = []
      const found: string[] = []
      for (const txid of txids) {
        const id = idOf(txid)
        if (id === undefined) faults.push(`invalid transaction id: ${txid}`)
        else if (!isKnown(id)) faults.push(`transaction not found in pool: ${txid}`)
        else found.push(id)
      }
      for (const id of found) pool.relay(id)
      if (faults.length > 0) throw new NodeRpcError('INTERNAL_ERROR', faults.join(', '))
      return okPaid
    },
  } satisfies Backend<typeof rpcContracts>
}

/** 24 bytes each. */
function packedBacklog(entries: readonly PoolEntry[], now: bigint): Uint8Array {
  const raw = new Uint8Array(24 * entries.length)
  const view = new DataView(raw.buffer)
  backlogOf(entries, now).forEach(({ weight, fee, timeInPool }, at) => {
    view.setBigUint64(24 * at, weight, true)
    view.setBigUint64(24 * at + 8, fee, true)
    view.setBigUint64(24 * at + 16, timeInPool, true)
  })
  return raw
}
