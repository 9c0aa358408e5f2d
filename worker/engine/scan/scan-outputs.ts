/**
 * Finds outputs that may be own, from the positions of keys in the bytes of transactions.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { batchesIn, isTrap, scanBatch, type ScanHits } from './scan-batches.ts'
import type { Skimmed } from './skimmed.ts'

/** The result of a scan of many transactions. */
export type ScannedOutputs = ScanHits & {
  /**
   * Transactions that were not scanned, ascending, counted as those of the hits: they have far more rows than bytes, or
   * the module failed. The engine scans each on its own, with bounded memory.
   *
   * @see TransactionScan in transaction-scan.ts
   */
  postponed: Uint32Array
}

/** Called between two calls of the module: lets others have a turn, and rejects when the scan is to end. */
export type Pause = () => Promise<void>

/**
 * Rows of a transaction that are scanned at once: room for every output with two keys, and for some more. Hits of old
 * outputs without view tags are as many as the rows, so rows are bounded by bytes.
 */
const fewRows = 64
const bytesPerRow = 16

/**
 * Scans skimmed transactions. Hits are ordered by transaction; those of one output in the
 * order in which monero's wallet tries keys: see {@link batchesIn}.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction,
 *   src/cryptonote_basic/cryptonote_format_utils.cpp is_out_to_acc_precomp
 */
export async function scanOutputs(
  crypto: Pick<Crypto, 'scan'>,
  viewSecret: Uint8Array,
  skimmed: Skimmed,
  pause: Pause,
): Promise<ScannedOutputs> {
  const postponed = new Set<number>()
  const isUsual = (transaction: number, rows: number) => {
    const isFew = rows <= fewRows + skimmed.sizeOf(transaction) / bytesPerRow
    if (!isFew) postponed.add(transaction)
    return isFew
  }
  const parts: ScanHits[] = []
  let isFirst = true
  for (const batch of batchesIn(skimmed, isUsual)) {
    if (!isFirst) await pause()
    isFirst = false
    try {
      parts.push(scanBatch(crypto, viewSecret, skimmed, batch))
    } catch (error) {
      if (!isTrap(error)) throw error
      for (const transaction of batch.transactions) postponed.add(transaction)
    }
  }
  return { ...joined(parts), postponed: Uint32Array.from(postponed).sort() }
}

function joined(parts: readonly ScanHits[]): ScanHits {
  if (parts.length === 1) return parts[0]!
  const count = parts.reduce((sum, { indices }) => sum + indices.length, 0)
  const all = {
    transactions: new Uint32Array(count),
    indices: new Uint32Array(count),
    keys: new Uint8Array(96 * count),
  }
  let at = 0
  for (const { transactions, indices, keys } of parts) {
    all.transactions.set(transactions, at)
    all.indices.set(indices, at)
    all.keys.set(keys, 96 * at)
    at += indices.length
  }
  return all
}
