/**
 * Sums of random subsets of points, through the module.
 *
 * @module
 */
import type { Crypto } from '../types.ts'
import type { Machine } from './memory.ts'

/** Number of sums. */
const subsets = 64
/** Buckets that the points are added to. */
const parts = 8 * 256
/** Bytes of a point in the module's memory. */
const pointLength = 160

export function subsetSums({
  exports,
  call,
}: Machine): Pick<Crypto, 'addToSubsets' | 'subsetSums'> {
  const length = parts * pointLength
  return {
    addToSubsets: (points, before) =>
      call(({ put, putRows, space, take }) => {
        const sums = before ? put('before', before, length) : space(length)
        if (!before) exports.beginSubsets(sums)
        const pointsAt = putRows((i) => `points[${i}]`, points)
        return exports.addToSubsets(sums, pointsAt, points.length) ? take(sums, length) : undefined
      }),
    subsetSums: (sums) =>
      call(({ put, space, take }) => {
        const o = space(32 * subsets)
        exports.encodeSubsets(o, put('sums', sums, length))
        return Array.from({ length: subsets }, (_, i) => take(o + 32 * i))
      }),
  }
}
