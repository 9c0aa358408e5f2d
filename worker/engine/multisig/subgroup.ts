/**
 * Checks that points are in the main subgroup. Members send thousands of points, and each is
 * checked.
 *
 * @module
 * @see monero src/ringct/rctOps.cpp isInMainSubgroup
 */
import type { Crypto } from '#wasm/types.ts'
import { inPieces, type TimeSlice } from '../base/time-slice.ts'

/** From this number of points on, checking random sums instead is faster. */
const manyPoints = 128

/** Lets other tasks run. */
export async function areInMainSubgroup(
  crypto: Crypto,
  timeSlice: TimeSlice,
  points: readonly Uint8Array[],
): Promise<boolean> {
  const few = points.length < manyPoints ? points : await sumsOf(crypto, timeSlice, points)
  if (!few) return false
  for await (const some of inPieces(timeSlice, few))
    if (!crypto.areInMainSubgroup(some)) return false
  return true
}

/** Undefined when an encoding is not a point. */
async function sumsOf(
  crypto: Crypto,
  timeSlice: TimeSlice,
  points: readonly Uint8Array[],
): Promise<Uint8Array[] | undefined> {
  let sums: Uint8Array | undefined
  for await (const some of inPieces(timeSlice, points)) {
    sums = crypto.addToSubsets(some, sums)
    if (!sums) return undefined
  }
  return crypto.subsetSums(sums!)
}
