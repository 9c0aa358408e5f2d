/**
 * What the pool knows of a transaction beside its bytes.
 *
 * @module
 */
import type { Id } from '../types.ts'

/**
 * How a transaction came, from what is let go first to what outweighs all else: by RPC and not to be
 * relayed; by RPC and not yet out; handed on by the network; in a block that is not of the chain.
 *
 * A node without peers has nobody to hand a transaction on to, and counts it as handed on at once.
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
  /** Unix seconds; the largest u64 for one that was not relayed yet. */
  lastRelayedTime: bigint
  method: Method
  relayed: boolean
  /** Another transaction that spends the same was seen. */
  doubleSpendSeen: boolean
  /** Of the youngest ring member; height 0 and zeros where the inputs are not right. */
  maxUsedBlockHeight: bigint
  maxUsedBlockId: Id
  /** The tip at which its inputs were not right last; height 0 and zeros for never. */
  lastFailedHeight: bigint
  lastFailedId: Id
}

export const nullId: Id = '0'.repeat(64)

/** It comes from a block, and waits longer than others. */
export const isKeptByBlock = ({ method }: PoolEntry) => method === 'block'

/** The network may know it: a public node tells of no other. */
export const isBroadcast = ({ method }: PoolEntry) => method === 'fluff' || method === 'block'

/** It is known, or kept back on purpose: such ones go into our blocks. monero relay_category::legacy */
export const isSettled = (entry: PoolEntry) => isBroadcast(entry) || entry.method === 'none'

/** Piconero per unit of weight, as monero's doubles have it: the pool is ordered by it. */
const feeRate = ({ fee, weight }: PoolEntry) => Number(fee) / Number(weight || 1n)

/**
 * The best paying first, among them the oldest.
 *
 * @see monero src/cryptonote_core/tx_pool.h txCompare
 */
export function byFee(a: PoolEntry, b: PoolEntry): number {
  const apart = feeRate(b) - feeRate(a)
  if (apart !== 0) return apart
  if (a.receiveTime !== b.receiveTime) return a.receiveTime < b.receiveTime ? -1 : 1
  return a.id < b.id ? -1 : 1
}
