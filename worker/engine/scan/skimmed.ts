/**
 * Where the keys of transactions are: of transactions in blocks, and of rows of the scan feed.
 *
 * @module
 */
import { Skim, skimExtra, type KeyPlaces, type PublicKeyPlaces } from '#protocol/chain/skim.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import { maxOutputs } from '#protocol/rules/limits.ts'
import { blockOf, heightIn, type Slice } from './slice.ts'

type Column = ArrayLike<number>

/** Consecutive transactions. */
export type Skimmed = {
  bytes: Uint8Array
  /** Number of transactions. */
  count: number
  /** Columns as those of {@link KeyPlaces}. */
  places: Record<
    'firstOutput' | 'outputs' | 'viewTags' | 'firstKeyImage' | 'keyImages' | 'fees',
    Column
  >
  keysOf: (transaction: number) => PublicKeyPlaces
  /** Bytes that bound how often keys are tried with outputs. */
  sizeOf: (transaction: number) => number
}

/** Transactions of blocks. */
export const skimmedTransactions = (bytes: Uint8Array, places: KeyPlaces): Skimmed => ({
  bytes,
  count: places.extras.length,
  places,
  keysOf: (at) => skimExtra(bytes, places.extras[at]!, places.extraEnds[at]!),
  // Its outputs and its extra.
  sizeOf: (at) => places.extraEnds[at]! - places.outputs[places.firstOutput[at]!]!,
})

/** One transaction. */
export function skimOf({ blob, pruned }: Pick<ParsedTransaction, 'blob' | 'pruned'>): Skimmed {
  const skim = new Skim(blob)
  if (!skim.transaction(0, blob.length, pruned))
    throw new Error('a transaction is read and not skimmed')
  return skimmedTransactions(blob, skim.places)
}

/**
 * Rows `from` up to `to` of a slice.
 *
 * @throws InvalidDaemonData for a row with more outputs than one range proof covers.
 */
export function skimmedRows(slice: Slice, from: number, to: number): Skimmed {
  const { bytes, transactions, transactionEnds } = slice
  const rows = slice.rows!
  const { publicKeys, publicKeyCounts, additionalKeys, additionalKeyCounts } = rows
  const firstOutput = relative(rows.firstOutput, from, to)
  const firstKeyImage = relative(rows.firstKeyImage, from, to)
  const part = (column: Uint32Array, first: Uint32Array) => column.subarray(first[from], first[to])
  for (let at = from; at < to; at++) requireOutputs(slice, at)
  return {
    bytes,
    count: to - from,
    places: {
      firstOutput,
      outputs: part(rows.outputs, rows.firstOutput),
      viewTags: rows.viewTags.subarray(rows.firstOutput[from], rows.firstOutput[to]),
      firstKeyImage,
      keyImages: part(rows.keyImages, rows.firstKeyImage),
      fees: rows.fees.subarray(from, to),
    },
    keysOf: (at) => ({
      own: consecutive(publicKeys[from + at]!, publicKeyCounts[from + at]!),
      additional: consecutive(additionalKeys[from + at]!, additionalKeyCounts[from + at]!),
    }),
    sizeOf: (at) => transactionEnds[from + at]! - transactions[from + at]!,
  }
}

/** Numbers of a column that begins with its first one. */
const relative = (column: Uint32Array, from: number, to: number) =>
  column.subarray(from, to).map((at) => at - column[from]!)

const consecutive = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => first + 32 * at)

/** One range proof for all outputs: RingCT types from 3 on. */
const oneProofFrom = 3

function requireOutputs(slice: Slice, at: number) {
  const { firstOutput, versions } = slice.rows!
  const count = firstOutput[at + 1]! - firstOutput[at]!
  if (count <= maxOutputs || versions[at] === 1) return
  const type = slice.bytes[slice.transactions[at]!]! & 7
  if (type < oneProofFrom) return
  throw new InvalidDaemonData(
    `a transaction of block ${heightIn(slice, blockOf(slice, at))} has ${count} outputs, ` +
      `and one range proof covers at most ${maxOutputs}`,
  )
}
