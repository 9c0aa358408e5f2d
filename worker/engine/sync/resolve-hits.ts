/**
 * Turns the scan hits of a slice into the transactions that concern the wallet.
 *
 * @module
 */
import { transactionId } from '#protocol/chain/hashes.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { TimeSlice } from '../base/time-slice.ts'
import type { UnknownSpends } from './unknown-spends.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import type { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { ScanResult } from '../scan/scan-blocks.ts'
import {
  resolveTransaction,
  type IncomingTransaction,
  type ResolvedTransaction,
} from '../scan/incoming-transaction.ts'
import { rowTransactionIn } from '../scan/row-transaction.ts'
import { scanHitAt, type ScanHit } from '../scan/scan-batches.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { blockOf, heightIn, transactionIn, type Slice } from '../scan/slice.ts'
import { skimmedRows, skimOf } from '../scan/skimmed.ts'
import { isProvable } from '../scan/transaction-ids.ts'
import { TransactionScan } from '../scan/transaction-scan.ts'
import { globalIndicesIn, type OutputIndices } from '../scan/output-indices.ts'

/** Selects transactions that may spend own outputs. */
export type Spends = {
  keyImages: Pick<OwnKeyImages, 'has' | 'beginningWith' | 'add'>
  /** Set while the spend key is locked away. */
  unknown: UnknownSpends | undefined
}

/**
 * Transactions that pay this wallet or may spend its outputs, and those that could not be scanned completely, in
 * order. Only these, and postponed ones, are parsed into objects.
 *
 * A payment to one of the last watched subaddresses extends the lookahead before the next output
 * is looked up.
 *
 * @param timeSlice - Pauses between transactions, and between the steps of a postponed one. May reject.
 */
export async function resolveHits(
  finder: OutputFinder,
  { keyImages, unknown }: Spends,
  { slice, results }: ScannedSlice,
  outputIndices: OutputIndices,
  timeSlice: Pick<TimeSlice, 'pause'>,
): Promise<ResolvedTransaction[]> {
  const prepared = new Map<number, ResolvedTransaction>()
  for (const each of results)
    for (const [at, hits] of hitsByTransaction(each)) {
      if (hits && !hits.some(({ spendKey }) => finder.addresses.find(spendKey))) continue
      const incoming = incomingAt(finder, keyImages, slice, outputIndices, at)
      const scan = hits ?? new TransactionScan(finder, skimAt(slice, at), () => timeSlice.pause())
      const payment = await resolveTransaction(finder, incoming, scan)
      await timeSlice.pause()
      if (payment.found.length === 0 && payment.isScanned) continue
      for (const { keyImage } of payment.found) if (keyImage) keyImages.add(keyImage)
      unknown?.found(payment.found, payment.globalIndices)
      prepared.set(at, payment)
    }
  for (const each of results)
    for (const at of spendersOf({ keyImages, unknown }, slice, each)) {
      if (prepared.has(at)) continue
      prepared.set(
        at,
        await resolveTransaction(
          finder,
          incomingAt(finder, keyImages, slice, outputIndices, at),
          [],
        ),
      )
      await timeSlice.pause()
    }
  return [...prepared].sort(([a], [b]) => a - b).map(([, each]) => each)
}

/** Scan hits by transaction; undefined for a postponed one. */
export function* hitsByTransaction(result: ScanResult): Generator<[number, ScanHit[] | undefined]> {
  const { transactions, postponed } = result
  let next = 0
  for (let at = 0; at < transactions.length || next < postponed.length;) {
    const transaction = Math.min(transactions[at] ?? Infinity, postponed[next] ?? Infinity)
    const hits: ScanHit[] = []
    for (; transactions[at] === transaction; at++) hits.push(scanHitAt(result, at))
    const isPostponed = postponed[next] === transaction
    if (isPostponed) next++
    yield [transaction, isPostponed ? undefined : hits]
  }
}

function* spendersOf(own: Spends, slice: Slice, result: ScanResult): Generator<number> {
  const { keyImages, spenders, from, count } = result
  const isOwn = (bytes: Uint8Array, at: number) =>
    slice.rows ? own.keyImages.beginningWith(bytes, at) !== undefined : own.keyImages.has(bytes, at)
  for (let at = 0; at < keyImages.length; at++)
    if (isOwn(slice.bytes, keyImages[at]!)) yield spenders[at]!
  if (!own.unknown || own.unknown.isEmpty) return
  for (let at = from; at < from + count; at++)
    if (own.unknown.maySpend(transactionIn(slice, at))) yield at
}

function incomingAt(
  { crypto }: OutputFinder,
  keyImages: Spends['keyImages'],
  slice: Slice,
  outputIndices: OutputIndices,
  at: number,
): IncomingTransaction {
  const { bytes, versions, times, namedIds, rows, isPinned = false } = slice
  const block = blockOf(slice, at)
  const coinbase = namedIds[at] === 0
  const place = {
    coinbase,
    globalIndices: globalIndicesIn(outputIndices, at),
    height: heightIn(slice, block),
    timestamp: BigInt(times[block]!),
    version: versions[block]!,
  }
  const idAt = (position: number) => bytes.subarray(position, position + 32)
  if (rows) {
    const fullOf = (position: number) => keyImages.beginningWith(bytes, position)
    const txid = bytesToHex(idAt(rows.ids[at]!))
    const tx = rowTransactionIn(slice, at, fullOf)
    return { ...place, txid, tx, proved: false, pinned: isPinned }
  }
  const tx = transactionIn(slice, at)
  const id = coinbase ? transactionId(tx, undefined, crypto.keccak256) : idAt(namedIds[at]!)
  // The block id proves the miner transaction.
  return { ...place, txid: bytesToHex(id), tx, proved: coinbase || isProvable(slice, at) }
}

const skimAt = (slice: Slice, at: number) =>
  slice.rows ? skimmedRows(slice, at, at + 1) : skimOf(transactionIn(slice, at))
