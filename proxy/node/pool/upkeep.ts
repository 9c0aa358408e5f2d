/**
 * Regular maintenance of the pool: drops expired transactions and relays the others again.
 *
 * @module
 */
import { max64 } from '#protocol/fields.ts'
import { poolLifetime, poolLifetimeFromAltBlock } from '#protocol/rules/limits.ts'
import type { Clock } from '../types.ts'
import { isKeptByBlock, type PoolEntry } from './entry.ts'
import type { TransactionPool } from './transaction-pool.ts'

/** Seconds between two runs. monero tx_memory_pool m_remove_stuck_tx_interval */
const interval = 30n

/** Shortest and longest time between two relays, in seconds. monero MIN_RELAY_TIME, MAX_RELAY_TIME */
const [leastDelay, mostDelay] = [300n, 14_400n]

const lifetimeOf = (entry: PoolEntry) =>
  isKeptByBlock(entry) ? poolLifetimeFromAltBlock : poolLifetime

/** @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::remove_stuck_transactions */
export const isExpired = (entry: PoolEntry, now: bigint): boolean =>
  now - entry.receiveTime > lifetimeOf(entry)

/**
 * Whether a transaction is due to be relayed again. The interval grows with its age, and ends at half of
 * its lifetime.
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

/** Runs the maintenance before calls of the node, at most twice a minute, so that hosts need no timer. */
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
