/**
 * Blobs longer than a column may be: the first part is in its row, the rest in `pieces`.
 *
 * Only blocks with a very large number of transactions or a very large miner transaction need it.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { toBytes } from './columns.ts'
import { maxValueSize, type Driver, type SqlValue } from './driver.ts'

/** The part for the row itself. */
export const headOf = (blob: Uint8Array): Uint8Array =>
  blob.length <= maxValueSize ? blob : blob.subarray(0, maxValueSize)

/** Stores what {@link headOf} left out. @param owner - Id of the block. */
export function putRest(driver: Driver, owner: Uint8Array, blob: Uint8Array): void {
  for (let at = maxValueSize; at < blob.length; at += maxValueSize)
    driver.run(
      'INSERT INTO pieces (owner, number, data) VALUES (?, ?, ?)',
      owner,
      at / maxValueSize,
      blob.subarray(at, at + maxValueSize),
    )
}

/** The whole blob whose first part is `head`. */
export function joined(
  driver: Driver,
  owner: () => Uint8Array,
  head: SqlValue | undefined,
): Uint8Array {
  const first = toBytes(head)
  if (first.length < maxValueSize) return first
  const rest = driver.all('SELECT data FROM pieces WHERE owner = ? ORDER BY number', owner())
  return rest.length === 0 ? first : concatBytes(first, ...rest.map(({ data }) => toBytes(data)))
}

/** Removes the pieces of a blob of `size` bytes. */
export function removeRest(driver: Driver, owner: Uint8Array, size: number): void {
  if (size >= maxValueSize) driver.run('DELETE FROM pieces WHERE owner = ?', owner)
}
