/**
 * Rings on the wire: global output indices, each written as the difference from the one before.
 *
 * @module
 */
import { compare } from '../bigint.ts'

/**
 * Global output indices of a ring.
 *
 * Sums wrap at 64 bits as monero's do; no output has an index that wrapped.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp relative_output_offsets_to_absolute
 */
export function absoluteOffsets(relative: readonly bigint[]): bigint[] {
  let sum = 0n
  return relative.map((offset) => (sum = BigInt.asUintN(64, sum + offset)))
}

/**
 * Sorts a ring and returns the differences that are written.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp absolute_output_offsets_to_relative
 */
export function relativeOffsets(absolute: readonly bigint[]): bigint[] {
  const sorted = [...absolute].sort(compare)
  return sorted.map((index, i) => (i === 0 ? index : index - sorted[i - 1]!))
}
