/**
 * How many inputs each reader gets.
 *
 * @module
 */
import type { FuzzedReader } from './reader.ts'

/** By the shares of the readers; `all` or a few more in sum. */
export function inputCounts(
  readers: readonly Pick<FuzzedReader, 'name' | 'share'>[],
  all: number,
): Map<string, number> {
  const shares = readers.reduce((sum, { share }) => sum + share, 0)
  return new Map(readers.map(({ name, share }) => [name, Math.ceil((all * share) / shares)]))
}
