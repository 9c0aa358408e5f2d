/**
 * The order of ids in monero's database.
 *
 * @module
 */
import type { Id } from './types.ts'

/**
 * Compares ids as little-endian numbers.
 *
 * @see monero src/blockchain_db/lmdb/db_lmdb.cpp compare_hash32
 */
export function byId(a: { id: Id }, b: { id: Id }): number {
  for (let at = 62; at >= 0; at -= 2) {
    const [left, right] = [a.id.slice(at, at + 2), b.id.slice(at, at + 2)]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
