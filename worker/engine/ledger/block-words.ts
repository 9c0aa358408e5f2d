/**
 * One number for each of some consecutive blocks, 8 bytes each, little endian. The first blocks may lack one.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'

const size = 8

/** The number of the block that is `fromEnd` before the end, 1 for the last; undefined if it has none. */
export function word(numbers: Uint8Array | undefined, fromEnd: number): bigint | undefined {
  const at = (numbers?.length ?? 0) - size * fromEnd
  return numbers && at >= 0 ? dataView(numbers).getBigUint64(at, true) : undefined
}

/**
 * The numbers of more blocks after those before. NaN and undefined are unknown: only the numbers after the last one are
 * kept.
 */
export function words(
  before: Uint8Array | undefined,
  added: readonly (number | bigint | undefined)[],
): Uint8Array {
  const known = added.findLastIndex((each) => each === undefined || Number.isNaN(each)) + 1
  const old = before && known === 0 ? before : new Uint8Array()
  const all = new Uint8Array(old.length + size * (added.length - known))
  all.set(old)
  const view = dataView(all)
  for (let at = known; at < added.length; at++)
    view.setBigUint64(old.length + size * (at - known), BigInt(added[at]!), true)
  return all
}

/** The numbers without those of the last blocks. */
export const withoutLast = (numbers: Uint8Array, count: number): Uint8Array =>
  numbers.slice(0, Math.max(0, numbers.length - size * count))
