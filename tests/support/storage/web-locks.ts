/**
 * The Web Locks API within one process, as far as wallets use it.
 *
 * @module
 */
import type { Locks } from '../../../worker/adapters/indexeddb.ts'

type Held = (lock: Lock | null) => unknown

/** Locks of one origin. Knows `ifAvailable` requests only. */
export function fakeLocks(): Locks {
  const held = new Set<string>()
  const request = async (name: string, { ifAvailable }: LockOptions, callback: Held) => {
    if (!ifAvailable) throw new Error('fakeLocks: only ifAvailable')
    if (held.has(name)) return callback(null)
    held.add(name)
    try {
      return await callback({ name, mode: 'exclusive' })
    } finally {
      held.delete(name)
    }
  }
  return { request } as unknown as Locks
}
