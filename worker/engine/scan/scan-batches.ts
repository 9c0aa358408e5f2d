/**
 * Lays out keys and outputs of transactions for the scanning module, in batches of bounded size.
 *
 * Each key is tried with each output of its transaction. Their product is not bounded by the bytes of a transaction:
 * 3400 keys and 3000 outputs fit in a block of 225 kB, and make ten million rows.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp cache_tx_data, process_new_transaction
 */
import { copyKey } from '#protocol/bytes.ts'
import type { Crypto, ScanBatch } from '#wasm/types.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Skimmed } from './skimmed.ts'

/** Rows of one call of the module, which bound its memory. A call takes milliseconds, without view tags a tenth of a second. */
export const rowsPerCall = 4096

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

/** Keys to try, and the consecutive outputs to try each with, in columns. */
export class KeyBatch {
  /** At most {@link rowsPerCall}. */
  rows = 0
  readonly transactions: number[] = []
  /** Position of each key. */
  readonly keys: number[] = []
  readonly firstOutput: number[] = []
  /** Row at which each key's outputs begin. */
  readonly firstRow: number[] = []

  add(transaction: number, key: number, output: number, count: number): void {
    this.transactions.push(transaction)
    this.keys.push(key)
    this.firstOutput.push(output)
    this.firstRow.push(this.rows)
    this.rows += count
  }
}

/**
 * Batches of skimmed transactions, in the order in which wallet2 tries keys: the transaction's own, the additional key
 * of each output, further ones of the transaction. wallet2 skips a transaction without an own key, even when it has
 * additional keys. A key is derived once for every {@link rowsPerCall} outputs.
 *
 * @param isWanted - Whether to scan a transaction with so many rows.
 */
export function* batchesIn(
  { bytes, places, count: transactions, keysOf }: Skimmed,
  isWanted: (transaction: number, rows: number) => boolean,
): Generator<KeyBatch, void> {
  const { firstOutput, outputs } = places
  let batch = new KeyBatch()
  for (let transaction = 0; transaction < transactions; transaction++) {
    const first = firstOutput[transaction]!
    const end = firstOutput[transaction + 1] ?? outputs.length
    const { own, additional } = keysOf(transaction)
    const paired = Math.min(additional.length, end - first)
    const distinct = distinctKeys(bytes, own)
    const rows = distinct.length * (end - first) + paired
    if (distinct.length === 0 || first === end || !isWanted(transaction, rows)) continue
    const keys = paired === 0 ? distinct : inOrder(distinct, additional.slice(0, paired))
    for (let at = 0; at < keys.length; at++) {
      const isPaired = at > 0 && at <= paired
      let output = isPaired ? first + at - 1 : first
      const last = isPaired ? output + 1 : end
      while (output < last) {
        const count = Math.min(last - output, rowsPerCall)
        if (batch.rows + count > rowsPerCall) {
          yield batch
          batch = new KeyBatch()
        }
        batch.add(transaction, keys[at]!, output, count)
        output += count
      }
    }
  }
  if (batch.rows > 0) yield batch
}

const inOrder = ([first, ...further]: readonly number[], additional: readonly number[]) => [
  first!,
  ...additional,
  ...further,
]

// A repeated key finds nothing more.
function distinctKeys(bytes: Uint8Array, keys: readonly number[]): readonly number[] {
  if (keys.length < 2) return keys
  const seen = new Set<string>()
  return keys.filter((at) => {
    const before = seen.size
    return seen.add(bytesToHex(bytes.subarray(at, at + 32))).size > before
  })
}

/** Scans one batch. Hits are in its order. */
export function scanBatch(
  crypto: Pick<Crypto, 'scan'>,
  viewSecret: Uint8Array,
  { bytes, places }: Pick<Skimmed, 'bytes' | 'places'>,
  batch: KeyBatch,
): ScanHits {
  const candidates = crypto.scan(viewSecret, columnsOf(bytes, places, batch))
  const hits = {
    transactions: new Uint32Array(candidates.length),
    indices: new Uint32Array(candidates.length),
    keys: new Uint8Array(96 * candidates.length),
  }
  let attempt = 0
  candidates.forEach(({ row, derivation, spendKey }, at) => {
    while ((batch.firstRow[attempt + 1] ?? batch.rows) <= row) attempt++
    const transaction = batch.transactions[attempt]!
    const output = batch.firstOutput[attempt]! + row - batch.firstRow[attempt]!
    hits.transactions[at] = transaction
    hits.indices[at] = output - places.firstOutput[transaction]!
    const key = batch.keys[attempt]!
    hits.keys.set(bytes.subarray(key, key + 32), 96 * at)
    hits.keys.set(derivation, 96 * at + 32)
    hits.keys.set(spendKey, 96 * at + 64)
  })
  return hits
}

function columnsOf(bytes: Uint8Array, places: Skimmed['places'], batch: KeyBatch): ScanBatch {
  const { rows, keys, transactions, firstOutput } = batch
  const firstRow = new Uint32Array(keys.length + 1)
  firstRow.set(batch.firstRow)
  firstRow[keys.length] = rows
  const columns = {
    keys: new Uint8Array(32 * keys.length),
    firstRow,
    outputKeys: new Uint8Array(32 * rows),
    outputIndices: new Uint32Array(rows),
    viewTags: new Int16Array(rows),
  }
  for (let at = 0; at < keys.length; at++) {
    copyKey(bytes, keys[at]!, columns.keys, 32 * at)
    const begin = places.firstOutput[transactions[at]!]!
    for (let row = firstRow[at]!, i = firstOutput[at]!; row < firstRow[at + 1]!; row++, i++) {
      copyKey(bytes, places.outputs[i]!, columns.outputKeys, 32 * row)
      columns.outputIndices[row] = i - begin
      columns.viewTags[row] = places.viewTags[i]!
    }
  }
  return columns
}

/** Whether the module ended a call: it ran out of memory, or has an error. Its instance can be called again. */
export const isTrap = (error: unknown): boolean =>
  error instanceof Error && error.name === 'RuntimeError'
