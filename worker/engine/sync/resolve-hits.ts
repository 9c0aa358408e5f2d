/**
 * From what was seen in a slice to the transactions in it that concern the wallet.
 *
 * @module
 */
import { readBlockHeader } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Breath } from '../base/time-slice.ts'
import type { UnknownSpends } from './unknown-spends.ts'
import type { Finder } from '../scan/identify-outputs.ts'
import type { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { Looked } from '../scan/scan-blocks.ts'
import { prepare, type Incoming, type Prepared } from '../scan/incoming.ts'
import { sightingAt, type Sighting } from '../scan/scan-outputs.ts'
import type { Scanned } from '../scan/scanner.ts'
import { blockOf, transactionIn, type Slice } from '../scan/slice.ts'
import { globalIndicesIn, type Told } from '../scan/output-indices.ts'

/** What tells which transactions may spend what is ours. */
export type Spends = {
  keyImages: Pick<OwnKeyImages, 'has' | 'add'>
  /** Where the spend key is away. */
  unknown: UnknownSpends | undefined
}

/**
 * Transactions that pay us, or may spend what is ours, in order: the only ones read as objects.
 *
 * A payment to the last watched subaddresses widens what is watched, before anything later is
 * looked up.
 */
export async function settle(
  finder: Finder,
  { keyImages, unknown }: Spends,
  { slice, looked }: Scanned,
  told: Told,
  breath: Breath,
): Promise<Prepared[]> {
  const prepared = new Map<number, Prepared>()
  for (const each of looked)
    for (const [at, sightings] of sightingsOf(each)) {
      if (!sightings.some(({ spendKey }) => finder.addresses.find(spendKey))) continue
      const payment = await prepare(finder, incomingAt(finder, slice, told, at), sightings)
      await breath.pause()
      if (payment.found.length === 0) continue
      for (const { keyImage } of payment.found) if (keyImage) keyImages.add(keyImage)
      unknown?.found(payment.found, payment.globalIndices)
      prepared.set(at, payment)
    }
  for (const each of looked)
    for (const at of spendersOf({ keyImages, unknown }, slice, each)) {
      if (prepared.has(at)) continue
      prepared.set(at, await prepare(finder, incomingAt(finder, slice, told, at), []))
      await breath.pause()
    }
  return [...prepared].sort(([a], [b]) => a - b).map(([, each]) => each)
}

/** Sightings by transaction. */
function* sightingsOf(looked: Looked): Generator<[number, Sighting[]]> {
  const { transactions } = looked
  for (let at = 0; at < transactions.length;) {
    const transaction = transactions[at]!
    const sightings: Sighting[] = []
    for (; transactions[at] === transaction; at++) sightings.push(sightingAt(looked, at))
    yield [transaction, sightings]
  }
}

function* spendersOf(own: Spends, slice: Slice, looked: Looked): Generator<number> {
  const { keyImages, spenders, from, count } = looked
  for (let at = 0; at < keyImages.length; at++)
    if (own.keyImages.has(slice.bytes, keyImages[at]!)) yield spenders[at]!
  if (!own.unknown || own.unknown.isEmpty) return
  for (let at = from; at < from + count; at++)
    if (own.unknown.maySpend(transactionIn(slice, at))) yield at
}

function incomingAt({ crypto }: Finder, slice: Slice, told: Told, at: number): Incoming {
  const { bytes, blocks, namedIds } = slice
  const block = blockOf(slice, at)
  const { timestamp, majorVersion } = readBlockHeader(new Reader(bytes, blocks[block]))
  const tx = transactionIn(slice, at)
  const named = namedIds[at]!
  const coinbase = named === 0
  const id = coinbase
    ? transactionId(tx, undefined, crypto.keccak256)
    : bytes.subarray(named, named + 32)
  return {
    ...{ txid: bytesToHex(id), tx, coinbase, globalIndices: globalIndicesIn(told, at) },
    ...{ height: slice.height + BigInt(block), timestamp, version: majorVersion },
  }
}
