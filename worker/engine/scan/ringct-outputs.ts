/**
 * Number of RingCT outputs in each block of a slice.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
import type { OutputIndices } from './output-indices.ts'
import { blocksIn, versionIn, type Slice } from './slice.ts'

/**
 * RingCT outputs of each block, and those of the chain below the slice; undefined if the slice has none.
 *
 * @param outputIndices - Checked to run on.
 */
export function ringctOutputsIn(
  slice: Slice,
  { indices, firstIndex }: Pick<OutputIndices, 'indices' | 'firstIndex'>,
): { below: number | undefined; counts: Uint32Array } {
  const { firstTransaction, bare } = slice
  if (bare) return { below: bare.below, counts: bare.counts }
  const counts = new Uint32Array(blocksIn(slice))
  let below: number | undefined
  for (let block = 0; block < counts.length; block++)
    for (let row = firstTransaction[block]!; row < firstTransaction[block + 1]!; row++) {
      const count = firstIndex[row + 1]! - firstIndex[row]!
      if (count === 0 || versionIn(slice, row) !== 2) continue
      below ??= Number(dataView(indices).getBigUint64(8 * firstIndex[row]!, true))
      counts[block]! += count
    }
  return { below, counts }
}
