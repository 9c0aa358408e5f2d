/**
 * Global output indices of slices, from the end of an answer.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
import type { AnswerEnd } from '#protocol/daemon/answer-end.ts'
import { InvalidDaemonData, requireOfDaemon, rescanHint } from '../base/daemon-errors.ts'
import type { ScanResult } from './scan-blocks.ts'
import type { ScannedSlice } from './scanner.ts'
import { blockOf, blocksIn, heightIn, transactionsIn, versionIn, type Slice } from './slice.ts'

/** Output indices of a slice's transactions. */
export type OutputIndices = {
  /** RingCT outputs of the chain up to and with each block. */
  ringctOutputs: Float64Array
  /** 8 bytes each, little endian. */
  indices: Uint8Array
  /** Each transaction's first of `indices`; at the end the number of all. */
  firstIndex: Uint32Array
}

/** RingCT outputs of all blocks below a height, as far as they are known. */
export type KnownOutputs = (height: bigint) => number | undefined

/** Global index of each output of a transaction. */
export function globalIndicesIn({ indices, firstIndex }: OutputIndices, at: number): bigint[] {
  const view = dataView(indices)
  const count = firstIndex[at + 1]! - firstIndex[at]!
  return Array.from({ length: count }, (_, i) => view.getBigUint64(8 * (firstIndex[at]! + i), true))
}

/**
 * The output indices of a slice's transactions.
 *
 * @param position - Of the slice's first block in the answer.
 * @param below - RingCT outputs of all blocks below a height; undefined where their number is not known yet, or where
 *   the slice replaces the block below.
 * @throws InvalidDaemonData for indices that do not run on, or are not one an output.
 */
export function outputIndicesOf(
  index: AnswerEnd,
  position: number,
  { slice, results }: ScannedSlice,
  below: KnownOutputs,
): OutputIndices {
  for (let block = 0; block < blocksIn(slice); block++)
    requireIndexCount(index, position + block, slice, block)
  const { indices, firstIndex } = indicesOf(
    index,
    index.firstIndexed[position]!,
    transactionsIn(slice),
  )
  for (const each of results) requireOneAnOutput(slice, firstIndex, each)
  return {
    indices,
    firstIndex,
    ringctOutputs: runningCounts(slice, { indices, firstIndex }, below),
  }
}

/**
 * The output indices of rows of the scan feed, which contain them.
 *
 * @throws InvalidDaemonData as {@link outputIndicesOf}.
 */
export function rowIndicesOf(slice: Slice, below: KnownOutputs): OutputIndices {
  const { indices: each, firstOutput } = slice.rows!
  const indices = new Uint8Array(8 * each.length)
  const view = dataView(indices)
  for (const [at, index] of each.entries()) view.setBigUint64(8 * at, BigInt(index), true)
  const firstIndex = firstOutput
  return {
    indices,
    firstIndex,
    ringctOutputs: runningCounts(slice, { indices, firstIndex }, below),
  }
}

/**
 * The number of RingCT outputs up to and with each of some bare blocks.
 *
 * @throws InvalidDaemonData as {@link outputIndicesOf}.
 */
export function bareIndicesOf(slice: Slice, below: KnownOutputs): OutputIndices {
  const { counts, below: before } = slice.bare!
  let next = before
  const ringctOutputs = Float64Array.from(counts, (count, at) => {
    const height = heightIn(slice, at)
    requireIndex(height, next, below(height) ?? next)
    return (next += count)
  })
  return { ringctOutputs, indices: new Uint8Array(), firstIndex: new Uint32Array(1) }
}

function requireIndexCount(
  { firstIndexed }: AnswerEnd,
  position: number,
  slice: Slice,
  block: number,
) {
  const indexed = firstIndexed[position + 1]! - firstIndexed[position]!
  const transactions = slice.firstTransaction[block + 1]! - slice.firstTransaction[block]!
  requireOfDaemon(
    indexed === transactions,
    `block ${slice.height + BigInt(block)}: expected output indices of ${transactions} transactions, got ${indexed}`,
  )
}

/** @param firstRow - The first transaction, as a row of the output indices. */
function indicesOf(
  { outputIndices, outputCounts, indexBytes }: AnswerEnd,
  firstRow: number,
  count: number,
): Pick<OutputIndices, 'indices' | 'firstIndex'> {
  const firstIndex = new Uint32Array(count + 1)
  for (let row = 0; row < count; row++)
    firstIndex[row + 1] = firstIndex[row]! + outputCounts[firstRow + row]!
  const indices = new Uint8Array(8 * firstIndex[count]!)
  for (let row = 0; row < count; row++) {
    const from = outputIndices[firstRow + row]!
    const to = 8 * firstIndex[row]!
    const length = 8 * outputCounts[firstRow + row]!
    for (let at = 0; at < length; at++) indices[to + at] = indexBytes[from + at]!
  }
  return { indices, firstIndex }
}

/**
 * Checks the output indices of a slice's transactions. The chain numbers all RingCT outputs, those of
 * miner transactions included, without gaps. This detects a single wrong index.
 *
 * @returns RingCT outputs up to and with each block.
 * @see monero src/blockchain_db/blockchain_db.cpp add_transaction
 */
function runningCounts(
  slice: Slice,
  { indices, firstIndex }: Pick<OutputIndices, 'indices' | 'firstIndex'>,
  below: KnownOutputs,
): Float64Array {
  const { firstTransaction } = slice
  const counts = new Float64Array(blocksIn(slice)).fill(NaN)
  const view = dataView(indices)
  let next: number | undefined
  for (let block = 0; block < counts.length; block++) {
    const height = heightIn(slice, block)
    const known = below(height)
    if (known !== undefined && next !== undefined) requireIndex(height, next, known)
    next = known ?? next
    for (let row = firstTransaction[block]!; row < firstTransaction[block + 1]!; row++) {
      if (versionIn(slice, row) !== 2) continue
      for (let i = firstIndex[row]!; i < firstIndex[row + 1]!; i++) {
        const index = view.getUint32(8 * i, true) + 2 ** 32 * view.getUint32(8 * i + 4, true)
        next ??= index
        requireIndex(height, index, next)
        next++
      }
    }
    counts[block] = next ?? NaN
  }
  return counts
}

function requireIndex(height: bigint, index: number, expected: number) {
  if (index === expected && Number.isSafeInteger(index)) return
  throw new InvalidDaemonData(
    'output indices do not run on from one output to the next: ' +
      `expected ${expected} in block ${height}, got ${index}. ${rescanHint}`,
  )
}

function requireOneAnOutput(slice: Slice, firstIndex: Uint32Array, { from, outputs }: ScanResult) {
  for (const [row, count] of outputs.entries()) {
    const at = from + row
    requireOfDaemon(
      count === firstIndex[at + 1]! - firstIndex[at]!,
      `output indices of a transaction in block ${slice.height + BigInt(blockOf(slice, at))} ` +
        'are not one an output',
    )
  }
}
