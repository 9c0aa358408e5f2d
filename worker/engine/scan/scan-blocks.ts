/**
 * Looks through the transactions of a slice: each is the one its block names, and what of it may be
 * ours or spend ours.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim, type KeyPlaces } from '#protocol/chain/skim.ts'
import type { Crypto } from '#wasm/types.ts'
import { requireIds } from './transaction-ids.ts'
import { scanOutputs, type ScanHits } from './scan-outputs.ts'
import { transactionIn, type Slice } from './slice.ts'

/** What was seen in some transactions of a slice, in columns. */
export type ScanResult = ScanHits & {
  /** The first that was looked through, and how many were. */
  from: number
  count: number
  /** How many outputs each has. */
  outputs: Uint32Array
  /** Of each key image in their inputs: its transaction in the slice, where it stands. */
  spenders: Uint32Array
  keyImages: Uint32Array
}

/** What looking takes of cryptography. */
export type ScanPrimitives = Pick<Crypto, 'scan' | 'keccak256Parts'>

/**
 * Looks through transactions `from` up to `to`.
 *
 * Each hashes to the id its block names, as far as that can be told: monerod gives zeros for the
 * hash of what it pruned away, and asking for it apart would tell it which transactions are ours.
 * What is ours is proven by its own commitment then.
 *
 * @throws InvalidDaemonData, ChainError for a transaction that is malformed, or another than the block names.
 */
export function scanBlocks(
  crypto: ScanPrimitives,
  viewSecret: Uint8Array,
  slice: Slice,
  from: number,
  to: number,
): ScanResult {
  const places = skim(slice, from, to)
  requireIds(crypto, slice, places, from)
  const hits = scanOutputs(crypto, viewSecret, slice.bytes, places)
  const { firstKeyImage, keyImages, firstOutput } = places
  const spenders = new Uint32Array(keyImages.length)
  const outputs = new Uint32Array(to - from)
  for (let at = from; at < to; at++) {
    const row = at - from
    spenders.fill(at, firstKeyImage[row], firstKeyImage[row + 1] ?? keyImages.length)
    outputs[row] = (firstOutput[row + 1] ?? places.outputs.length) - firstOutput[row]!
  }
  return {
    from,
    count: to - from,
    outputs,
    ...hits,
    transactions: hits.transactions.map((transaction) => from + transaction),
    spenders,
    keyImages: new Uint32Array(keyImages),
  }
}

function skim(slice: Slice, from: number, to: number): KeyPlaces {
  const { bytes, transactions, transactionEnds, prunableHashes } = slice
  const reader = new Skim(bytes)
  const { places } = reader
  for (let at = from; at < to; at++) {
    const end = transactionEnds[at]!
    const isPruned = prunableHashes[at] !== 0
    const isFine = reader.transaction(transactions[at]!, end, isPruned)
    // Its signatures and proofs are parts that a skim does not know, and it knows no words for what
    // is wrong.
    if (!isFine || (!isPruned && places.baseEnds[at - from] !== end)) transactionIn(slice, at)
    if (!isFine) throw new ChainError('transaction', `${at} is not as it should be`)
  }
  return places
}
