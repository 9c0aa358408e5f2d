/**
 * What a pool does from time to time, unasked: it drops what has waited too long, and hands on again
 * what still waits.
 *
 * @module
 */
import { max64 } from '#protocol/fields.ts'
import { poolLifetime, poolLifetimeFromAltBlock } from '#protocol/rules/limits.ts'
import type { Clock } from '../types.ts'
import { isKeptByBlock, type PoolEntry } from './entry.ts'
import type { TransactionPool } from './transaction-pool.ts'

/** Seconds between two looks. monero tx_memory_pool m_remove_stuck_tx_interval */
const interval = 30n

/** Seconds between two times that one is handed on. monero MIN_RELAY_TIME, MAX_RELAY_TIME */
const [leastDelay, mostDelay] = [300n, 14_400n]

const lifetimeOf = (entry: PoolEntry) =>
  isKeptByBlock(entry) ? poolLifetimeFromAltBlock : poolLifetime

/** @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::remove_stuck_transactions */
export const isExpired = (entry: PoolEntry, now: bigint): boolean =>
  now - entry.receiveTime > lifetimeOf(entry)

/**
 * Whether it is to be handed on again: the longer it waits the more seldom, and no more once half of
 * its time is over.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp get_relay_delay, get_relayable_transactions
 */
export function isRelayDue(entry: PoolEntry, now: bigint): boolean {
  const { method, fee, lastRelayedTime, receiveTime } = entry
  if (method === 'none' || fee === 0n || lastRelayedTime === max64) return false
  const steps = (lastRelayedTime - receiveTime + leastDelay) / leastDelay
  const delay = steps * leastDelay < mostDelay ? steps * leastDelay : mostDelay
  return now - lastRelayedTime > delay && now - receiveTime <= lifetimeOf(entry) / 2n
}

/** Looks after a pool whenever somebody asks the node, but not too often: no host needs a timer. */
export function upkeepOf(pool: TransactionPool, clock: Clock): () => void {
  let next = 0n
  return () => {
    const now = clock.now()
    if (now < next) return
    next = now + interval
    pool.expire()
    pool.relayAgain()
  }
}
