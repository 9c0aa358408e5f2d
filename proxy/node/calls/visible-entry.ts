/**
 * What of the pool may be told to whoever asks.
 *
 * @module
 */
import type { NodeContext } from '../context.ts'
import { isBroadcast, type PoolEntry } from '../pool/entry.ts'

/** A public node does not tell of what the network does not know. */
export function visibleEntry({ pool, restricted }: NodeContext, id: string): PoolEntry | undefined {
  const entry = pool.entry(id)
  return entry && (!restricted || isBroadcast(entry)) ? entry : undefined
}
