/**
 * Blocks of a scan chunk that do not concern the wallet. Their transactions were scanned before, and are left out.
 *
 * @module
 */
import { blocksIn, idIn, type Slice } from './slice.ts'

/** RingCT outputs of each block of a slice of rows. */
export function rowCounts({ firstTransaction, rows }: Slice): Uint32Array {
  const { versions, firstOutput } = rows!
  return Uint32Array.from({ length: firstTransaction.length - 1 }, (_, block) => {
    let count = 0
    for (let row = firstTransaction[block]!; row < firstTransaction[block + 1]!; row++)
      if (versions[row] === 2) count += firstOutput[row + 1]! - firstOutput[row]!
    return count
  })
}

/**
 * Consecutive blocks of a slice of scan rows.
 *
 * @param from - Position of the first. @param to - Position above the last.
 * @param below - RingCT outputs of the chain below the slice. @param counts - Those of each of its blocks.
 */
export function bareSlice(
  slice: Slice,
  { from, to }: { from: number; to: number },
  { below, counts }: { below: number; counts: Uint32Array },
): Slice {
  const { firstTransaction } = slice
  return {
    height: slice.height + BigInt(from),
    ids: slice.ids.slice(32 * from, 32 * to),
    bytes: new Uint8Array(),
    bare: {
      before: from === 0 ? slice.rows!.before : idIn(slice, from - 1).slice(),
      transactions: firstTransaction[to]! - firstTransaction[from]!,
      below: counts.subarray(0, from).reduce((sum, count) => sum + count, below),
      counts: counts.slice(from, to),
    },
    blocks: new Uint32Array(to - from),
    versions: slice.versions.slice(from, to),
    times: slice.times.slice(from, to),
    mined: new BigUint64Array(to - from),
    firstTransaction: new Uint32Array(to - from + 1),
    transactions: new Uint32Array(),
    transactionEnds: new Uint32Array(),
    namedIds: new Uint32Array(),
    prunableHashes: new Uint32Array(),
  }
}

/**
 * The first blocks of a slice.
 *
 * @param count - Above 0. The slice keeps its bytes.
 */
export function firstBlocks(slice: Slice, count: number): Slice {
  if (count >= blocksIn(slice)) return slice
  const end = slice.firstTransaction[count]!
  return {
    height: slice.height,
    bytes: slice.bytes,
    ids: slice.ids.slice(0, 32 * count),
    blocks: slice.blocks.slice(0, count),
    versions: slice.versions.slice(0, count),
    times: slice.times.slice(0, count),
    mined: slice.mined.slice(0, count),
    firstTransaction: slice.firstTransaction.slice(0, count + 1),
    transactions: slice.transactions.slice(0, end),
    transactionEnds: slice.transactionEnds.slice(0, end),
    namedIds: slice.namedIds.slice(0, end),
    prunableHashes: slice.prunableHashes.slice(0, end),
  }
}
