/**
 * What the pool stores about a transaction, except its bytes.
 *
 * @module
 */
import type { Id } from '../types.ts'

/**
 * How a transaction arrived, in ascending precedence: by RPC and not to be relayed; by RPC and not yet
 * relayed; from the network; in a block that left the chain.
 *
 * A node without peers cannot relay a transaction, and counts it as relayed at once.
 *
 * @see monero src/cryptonote_protocol/enums.h relay_method
 */
export const methods = ['none', 'local', 'forward', 'stem', 'fluff', 'block'] as const
export type Method = (typeof methods)[number]

export type PoolEntry = {
  id: Id
  weight: bigint
  /** Piconero. */
  fee: bigint
  /** Unix seconds. */
  receiveTime: bigint
  /** Unix seconds; the largest u64 if it was not relayed yet. */
  lastRelayedTime: bigint
  method: Method
  relayed: boolean
  /** Another transaction with the same key image was seen. */
  doubleSpendSeen: boolean
  /** Block of the youngest ring member; height 0 and zeros if the inputs are invalid. */
  maxUsedBlockHeight: bigint
  maxUsedBlockId: Id
  /** The last tip at which its inputs were invalid; height 0 and zeros for never. */
  lastFailedHeight: bigint
  lastFailedId: Id
}

export const nullId: Id = '0'.repeat(64)

/** It was in a block, so it expires later. */
export const isKeptByBlock = ({ method }: PoolEntry) => method === 'block'

/** It was broadcast. A restricted node reports no other transactions. */
export const isBroadcast = ({ method }: PoolEntry) => method === 'fluff' || method === 'block'

/** It was broadcast, or is not to be relayed: our blocks may contain it. monero relay_category::legacy */
export const isSettled = (entry: PoolEntry) => isBroadcast(entry) || entry.method === 'none'

/** Piconero per unit of weight as a double, as monero orders the pool. */
const feeRate = ({ fee, weight }: PoolEntry) => Number(fee) / Number(weight || 1n)

/**
 * Highest fee rate first, then the oldest.
 *
 * @see monero src/cryptonote_core/tx_pool.h txCompare
 */
export function byFee(a: PoolEntry, b: PoolEntry): number {
  const apart = feeRate(b) - feeRate(a)
  if (apart !== 0) return apart
  if (a.receiveTime !== b.receiveTime) return a.receiveTime < b.receiveTime ? -1 : 1
  return a.id < b.id ? -1 : 1
}
