/**
 * Rows of the scan feed in a slice: where their parts are in its bytes.
 *
 * @module
 */
import type { RowPlaces } from '#protocol/feed/row-places.ts'

/** {@link RowPlaces} of the transactions of a slice, as buffers that move to another thread. */
export type RowColumns = {
  versions: Uint8Array
  firstOutput: Uint32Array
  outputs: Uint32Array
  viewTags: Int16Array
  firstKeyImage: Uint32Array
  keyImages: Uint32Array
  publicKeys: Uint32Array
  publicKeyCounts: Uint32Array
  additionalKeys: Uint32Array
  additionalKeyCounts: Uint32Array
  ids: Uint32Array
  fees: Float64Array
  /** Global index of each output. */
  indices: Float64Array
  /** Nonce and vote of each block, for its hashing blob; no nonces in a scan chunk. */
  nonces: Uint32Array
  votes: Uint8Array
  /** Id of the block before the slice, 32 bytes. */
  before: Uint8Array
}

/** Positions in a part of the bytes that begins at `from`. A loop: `from` of typed arrays takes ten times as long. */
export function positionsIn(column: readonly number[], from: number): Uint32Array {
  const positions = new Uint32Array(column.length)
  for (let at = 0; at < column.length; at++) positions[at] = column[at]! - from
  return positions
}

/** The columns of `places`, whose positions begin at `from` of their bytes. */
export function columnsOf(
  places: RowPlaces,
  from: number,
): Omit<RowColumns, 'nonces' | 'votes' | 'before'> {
  const positions = (column: readonly number[]) => positionsIn(column, from)
  return {
    versions: Uint8Array.from(places.versions),
    firstOutput: Uint32Array.from(places.firstOutput),
    outputs: positions(places.outputs),
    viewTags: Int16Array.from(places.viewTags),
    firstKeyImage: Uint32Array.from(places.firstKeyImage),
    keyImages: positions(places.keyImages),
    publicKeys: positions(places.publicKeys),
    publicKeyCounts: Uint32Array.from(places.publicKeyCounts),
    additionalKeys: positions(places.additionalKeys),
    additionalKeyCounts: Uint32Array.from(places.additionalKeyCounts),
    ids: positions(places.ids),
    fees: Float64Array.from(places.fees),
    indices: Float64Array.from(places.indices),
  }
}
