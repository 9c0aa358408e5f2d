/**
 * Which transactions of the pool a client may see.
 *
 * @module
 */
import type { NodeContext } from '../context.ts'
import { isBroadcast, type PoolEntry } from '../pool/entry.ts'

/** A restricted node hides transactions that were not broadcast. */
export function visibleEntry({ pool, restricted }: NodeContext, id: string): PoolEntry | undefined {
  const entry = pool.entry(id)
  return entry && (!restricted || isBroadcast(entry)) ? entry : undefined
}
