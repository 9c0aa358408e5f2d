/**
 * Looks through transactions for outputs that may be ours.
 *
 * @module
 */
import { additionalKeys, parseExtra, publicKeys, type ExtraField } from '#protocol/chain/extra.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto, ScanBatch } from '#wasm/types.ts'

/** A transaction to look at; its extra is read once. */
export type Scannable = { tx: Transaction; extra: readonly ExtraField[] }

/** An output whose view tag fits, or that has none. */
export type Sighting = {
  /** Of the output in its transaction. */
  index: number
  /** The transaction public key it was tried with. */
  txPublicKey: Uint8Array
  derivation: Uint8Array
  /** The public spend key it pays, if it pays us. */
  spendKey: Uint8Array
}

export const scannable = (tx: Transaction): Scannable => ({
  tx,
  extra: parseExtra(tx.extra).fields,
})

/**
 * Sightings of each transaction. Those of one output stand in the order in which monero's wallet
 * tries keys: the transaction's own, the output's additional one, further ones of the transaction.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction,
 *   src/cryptonote_basic/cryptonote_format_utils.cpp is_out_to_acc_precomp
 */
export function scanTransactions(
  crypto: Crypto,
  viewSecret: Uint8Array,
  transactions: readonly Scannable[],
): Sighting[][] {
  const rows: Row[] = []
  const keys: Uint8Array[] = []
  const firstRow: number[] = []
  transactions.forEach((each, transaction) => {
    for (const [key, indices] of attempts(each)) {
      firstRow.push(rows.length)
      keys.push(key)
      for (const index of indices) rows.push({ transaction, index, key })
    }
  })
  firstRow.push(rows.length)

  const sightings: Sighting[][] = transactions.map(() => [])
  const batch = columns(transactions, rows, keys, firstRow)
  for (const { row, derivation, spendKey } of crypto.scan(viewSecret, batch)) {
    const { transaction, index, key } = rows[row]!
    sightings[transaction]!.push({ index, txPublicKey: key, derivation, spendKey })
  }
  return sightings
}

type Row = { transaction: number; index: number; key: Uint8Array }

// Without a key of its own a transaction is not looked at, whatever additional keys it has.
function attempts({ tx, extra }: Scannable): [key: Uint8Array, indices: number[]][] {
  const [first, ...others] = publicKeys(extra)
  if (!first) return []
  const all = tx.outputs.map((_, index) => index)
  const additional = additionalKeys(extra).slice(0, all.length)
  return [
    [first, all],
    ...additional.map((key, index): [Uint8Array, number[]] => [key, [index]]),
    ...others.map((key): [Uint8Array, number[]] => [key, all]),
  ]
}

function columns(
  transactions: readonly Scannable[],
  rows: readonly Row[],
  keys: readonly Uint8Array[],
  firstRow: readonly number[],
): ScanBatch {
  const batch = {
    keys: new Uint8Array(32 * keys.length),
    firstRow: Uint32Array.from(firstRow),
    outputKeys: new Uint8Array(32 * rows.length),
    outputIndices: new Uint32Array(rows.length),
    viewTags: new Int16Array(rows.length),
  }
  keys.forEach((key, at) => batch.keys.set(key, 32 * at))
  rows.forEach(({ transaction, index }, at) => {
    const { key, viewTag } = transactions[transaction]!.tx.outputs[index]!
    batch.outputKeys.set(key, 32 * at)
    batch.outputIndices[at] = index
    batch.viewTags[at] = viewTag ?? -1
  })
  return batch
}
