/**
 * An entry of the transaction pool, for rules that need no transaction.
 *
 * @module
 */
import { nullId, type PoolEntry } from '../../../proxy/node/pool/entry.ts'

/** The time at which it arrived. */
export const arrival = 1_700_000_000n

/** A transaction that was broadcast when it arrived, unless it is changed. */
export const poolEntry = (changes: Partial<PoolEntry> = {}): PoolEntry => ({
  id: nullId,
  weight: 1500n,
  fee: 100n,
  receiveTime: arrival,
  lastRelayedTime: arrival,
  method: 'fluff',
  relayed: true,
  doubleSpendSeen: false,
  maxUsedBlockHeight: 1n,
  maxUsedBlockId: nullId,
  lastFailedHeight: 0n,
  lastFailedId: nullId,
  ...changes,
})
