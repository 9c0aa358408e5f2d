/**
 * Finds outputs that may be own, from the positions of keys in the bytes of transactions.
 *
 * @module
 */
import { skimExtra, type KeyPlaces } from '#protocol/chain/skim.ts'
import type { Crypto, ScanBatch } from '#wasm/types.ts'

/** Outputs whose view tag matches or is absent, in columns. */
export type ScanHits = {
  /** Transaction of each, counted from the first of those scanned. */
  transactions: Uint32Array
  /** Index of the output in its transaction. */
  indices: Uint32Array
  /** 96 bytes each: the transaction public key, 8·a·R, and the public spend key it pays if it is own. */
  keys: Uint8Array
}

/** One of {@link ScanHits}. */
export type ScanHit = {
  /** Of the output in its transaction. */
  index: number
  /** The transaction public key it was tried with. */
  txPublicKey: Uint8Array
  derivation: Uint8Array
  /** The public spend key that it pays, if it is an own output. */
  spendKey: Uint8Array
}

export function scanHitAt({ indices, keys }: ScanHits, at: number): ScanHit {
  const key = (which: number) => keys.subarray(96 * at + 32 * which, 96 * at + 32 * which + 32)
  return { index: indices[at]!, txPublicKey: key(0), derivation: key(1), spendKey: key(2) }
}

/**
 * Scans skimmed transactions. Hits are ordered by transaction; those of one output in the
 * order in which monero's wallet tries keys: the transaction's own, the output's additional one,
 * further ones of the transaction.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction,
 *   src/cryptonote_basic/cryptonote_format_utils.cpp is_out_to_acc_precomp
 */
export function scanOutputs(
  crypto: Pick<Crypto, 'scan'>,
  viewSecret: Uint8Array,
  bytes: Uint8Array,
  places: KeyPlaces,
): ScanHits {
  const attempts = attemptsIn(bytes, places)
  const candidates = crypto.scan(viewSecret, batchOf(bytes, places, attempts))
  const hits = {
    transactions: new Uint32Array(candidates.length),
    indices: new Uint32Array(candidates.length),
    keys: new Uint8Array(96 * candidates.length),
  }
  let attempt = 0
  candidates.forEach(({ row, derivation, spendKey }, at) => {
    while (attempts.firstRow[attempt + 1]! <= row) attempt++
    const transaction = attempts.transactions[attempt]!
    const output = attempts.firstOutput[attempt]! + row - attempts.firstRow[attempt]!
    hits.transactions[at] = transaction
    hits.indices[at] = output - places.firstOutput[transaction]!
    const key = attempts.keys[attempt]!
    hits.keys.set(bytes.subarray(key, key + 32), 96 * at)
    hits.keys.set(derivation, 96 * at + 32)
    hits.keys.set(spendKey, 96 * at + 64)
  })
  return hits
}

/** Keys to try, and the consecutive outputs to try each with, in columns. */
type KeyAttempts = {
  transactions: number[]
  /** Position of each key. */
  keys: number[]
  firstOutput: number[]
  /** Row of the batch at which each key's outputs begin; at the end the number of rows. */
  firstRow: number[]
}

// wallet2 skips a transaction without a main public key, even when it has additional keys.
function attemptsIn(bytes: Uint8Array, places: KeyPlaces): KeyAttempts {
  const attempts: KeyAttempts = { transactions: [], keys: [], firstOutput: [], firstRow: [] }
  const { firstOutput, outputs, extras, extraEnds } = places
  let rows = 0
  const attempt = (transaction: number, key: number, output: number, count: number) => {
    attempts.transactions.push(transaction)
    attempts.keys.push(key)
    attempts.firstOutput.push(output)
    attempts.firstRow.push(rows)
    rows += count
  }
  for (let transaction = 0; transaction < extras.length; transaction++) {
    const { own, additional } = skimExtra(bytes, extras[transaction]!, extraEnds[transaction]!)
    if (own.length === 0) continue
    const first = firstOutput[transaction]!
    const count = (firstOutput[transaction + 1] ?? outputs.length) - first
    attempt(transaction, own[0]!, first, count)
    for (let i = 0; i < additional.length && i < count; i++)
      attempt(transaction, additional[i]!, first + i, 1)
    for (let i = 1; i < own.length; i++) attempt(transaction, own[i]!, first, count)
  }
  attempts.firstRow.push(rows)
  return attempts
}

function batchOf(bytes: Uint8Array, places: KeyPlaces, attempts: KeyAttempts): ScanBatch {
  const { firstRow, firstOutput, keys } = attempts
  const rows = firstRow.at(-1)!
  const batch = {
    keys: new Uint8Array(32 * keys.length),
    firstRow: new Uint32Array(firstRow),
    outputKeys: new Uint8Array(32 * rows),
    outputIndices: new Uint32Array(rows),
    viewTags: new Int16Array(rows),
  }
  for (let at = 0; at < keys.length; at++) {
    copyKey(bytes, keys[at]!, batch.keys, 32 * at)
    const begin = places.firstOutput[attempts.transactions[at]!]!
    for (let row = firstRow[at]!, i = firstOutput[at]!; row < firstRow[at + 1]!; row++, i++) {
      copyKey(bytes, places.outputs[i]!, batch.outputKeys, 32 * row)
      batch.outputIndices[row] = i - begin
      batch.viewTags[row] = places.viewTags[i]!
    }
  }
  return batch
}

// Faster than `set` for 32 bytes, because `set` needs a view.
function copyKey(from: Uint8Array, at: number, to: Uint8Array, toAt: number) {
  for (let i = 0; i < 32; i++) to[toAt + i] = from[at + i]!
}
