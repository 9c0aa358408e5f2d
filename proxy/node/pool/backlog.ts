/**
 * Weights, fees and ages of the pool's transactions.
 *
 * @module
 */
import type { PoolEntry } from './entry.ts'

/**
 * The entries of `get_txpool_backlog`.
 *
 * @param now - Unix seconds.
 * @returns `timeInPool` is negative in the reference, and written as a u64.
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::get_transaction_backlog
 */
export const backlogOf = (entries: readonly PoolEntry[], now: bigint) =>
  entries.map(({ weight, fee, receiveTime }) => ({
    weight,
    fee,
    timeInPool: BigInt.asUintN(64, receiveTime - now),
  }))
