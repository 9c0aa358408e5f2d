/**
 * Scans the transactions of a slice: checks that each is the one its block names, and finds outputs
 * and key images that may be own.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim, type KeyPlaces } from '#protocol/chain/skim.ts'
import type { Crypto } from '#wasm/types.ts'
import { requireIds } from './transaction-ids.ts'
import { scanOutputs, type Pause, type ScannedOutputs } from './scan-outputs.ts'
import { skimmedRows, skimmedTransactions, type Skimmed } from './skimmed.ts'
import { transactionIn, type Slice } from './slice.ts'
import { requireWeights } from './weight-limits.ts'

/** The scan result of some transactions of a slice, in columns. */
export type ScanResult = ScannedOutputs & {
  /** The first scanned transaction, and their number. */
  from: number
  count: number
  /** How many outputs each has. */
  outputs: Uint32Array
  /** Fee of each, as {@link KeyPlaces} has it. */
  fees: Float64Array
  /** Of each key image in their inputs: its transaction in the slice, and its position. */
  spenders: Uint32Array
  keyImages: Uint32Array
}

/** The cryptography that scanning needs. */
export type ScanPrimitives = Pick<Crypto, 'scan' | 'keccak256Parts'>

/**
 * Scans transactions `from` up to `to`.
 *
 * Each must hash to the id that its block names. monerod sends zeros for the hash of pruned data, and
 * a separate request for it would reveal which transactions are own. Such a transaction is not
 * checked here, and a payment in it counts as unverified: see {@link file://../sync/whole/whole-blocks.ts}.
 * The amount of an own output is checked by its commitment. Rows of the scan feed do not hash to ids either.
 *
 * @param pause - Called between two calls of the module.
 * @throws InvalidDaemonData, ChainError for a transaction that is malformed, too heavy, or another than the block names;
 *   what `pause` rejects with.
 */
export async function scanBlocks(
  crypto: ScanPrimitives,
  viewSecret: Uint8Array,
  slice: Slice,
  from: number,
  to: number,
  pause: Pause,
): Promise<ScanResult> {
  const skimmed = slice.rows ? skimmedRows(slice, from, to) : checked(crypto, slice, from, to)
  const hits = await scanOutputs(crypto, viewSecret, skimmed, pause)
  const { firstKeyImage, keyImages, firstOutput, outputs: keys, fees } = skimmed.places
  const spenders = new Uint32Array(keyImages.length)
  const outputs = new Uint32Array(to - from)
  for (let at = from; at < to; at++) {
    const row = at - from
    spenders.fill(at, firstKeyImage[row], firstKeyImage[row + 1] ?? keyImages.length)
    outputs[row] = (firstOutput[row + 1] ?? keys.length) - firstOutput[row]!
  }
  return {
    from,
    count: to - from,
    outputs,
    fees: Float64Array.from(fees),
    ...hits,
    transactions: hits.transactions.map((transaction) => from + transaction),
    postponed: hits.postponed.map((transaction) => from + transaction),
    spenders,
    keyImages: new Uint32Array(keyImages),
  }
}

/** Transactions of blocks, each the one that its block names. */
function checked(crypto: ScanPrimitives, slice: Slice, from: number, to: number): Skimmed {
  const places = skim(slice, from, to)
  requireWeights(slice, places, from)
  requireIds(crypto, slice, places, from)
  return skimmedTransactions(slice.bytes, places)
}

function skim(slice: Slice, from: number, to: number): KeyPlaces {
  const { bytes, transactions, transactionEnds, prunableHashes } = slice
  const reader = new Skim(bytes)
  const { places } = reader
  for (let at = from; at < to; at++) {
    const end = transactionEnds[at]!
    const isPruned = prunableHashes[at] !== 0
    const isFine = reader.transaction(transactions[at]!, end, isPruned)
    // A skim does not read signatures and proofs, and it does not describe errors: the parser does.
    if (!isFine || (!isPruned && places.baseEnds[at - from] !== end)) transactionIn(slice, at)
    if (!isFine) throw new ChainError('transaction', `${at} is not as it should be`)
  }
  return places
}
