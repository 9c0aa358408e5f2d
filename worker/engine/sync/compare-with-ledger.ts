/**
 * Compares whole blocks with what the ledger has of them.
 *
 * @module
 */
import { TimeSlice } from '../base/time-slice.ts'
import { outputWith } from '../ledger/by-key-image.ts'
import type { Run } from '../download/cancellable-run.ts'
import type { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { OutputIndices } from '../scan/output-indices.ts'
import { feeOf, type ResolvedTransaction } from '../scan/incoming-transaction.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { blocksIn, topOf, transactionsIn, type Slice } from '../scan/slice.ts'
import type { OutputRecord, ReceivedRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { resolveHits } from './resolve-hits.ts'
import type { SyncParts } from './sync-parts.ts'

/** Where a transaction is, or was found. */
type Place = { height: bigint; txid: string }

/** The lowest block with another content than the ledger has. */
export type Difference = Place & {
  /** Whether the ledger has a payment or a spend that the block does not contain. Otherwise it lacks one. */
  isFalse: boolean
}

type Comparison = {
  /** Payments that are the same in the ledger and in the blocks, and not marked so. */
  proved: ReadonlyMap<string, Readonly<ReceivedRecord>>
  difference: Difference | undefined
}

type Transactions = ReadonlyMap<string, ResolvedTransaction>

/**
 * @param scanned - Whole blocks, scanned from the first transaction on: each transaction hashes to its id.
 * @param run - Checked during long work.
 * @throws InvalidDaemonData when the blocks lack a transaction that the ledger has at this height.
 */
export async function compareWithLedger(
  { ports, store, addresses }: Pick<SyncParts, 'ports' | 'store' | 'addresses'>,
  keyImages: OwnKeyImages,
  scanned: ScannedSlice,
  run: Pick<Run, 'check'>,
): Promise<Comparison> {
  const { slice } = scanned
  keyImages.follow()
  const finder = {
    crypto: ports.crypto,
    secrets: store.secrets.value,
    keyImages: store.keyImages,
    addresses: {
      find: (spendKey: Uint8Array) => addresses.find(spendKey),
      use: async () => undefined,
    },
  }
  const timeSlice = new TimeSlice(ports.clock)
  const pause = async () => {
    await timeSlice.pause()
    run.check()
  }
  const resolved = await resolveHits(
    finder,
    { keyImages, unknown: undefined },
    scanned,
    noIndices(slice),
    { pause },
  )
  const found = new Map(resolved.map((tx) => [tx.txid, tx]))
  const rows = rowsIn(store, slice)
  // What a transaction pays is unknown where it could not be scanned completely.
  const isRead = ({ txid }: { txid: string }) => found.get(txid)?.isScanned !== false
  const minerIds = resolved.filter(({ coinbase }) => coinbase).map(({ txid }) => txid)
  requireNamed(slice, new Set(minerIds), rows.places)
  const wrong = [
    ...rows.outputs.filter((row) => isRead(row) && !isSameOutput(row, found)),
    ...rows.spends.filter((row) => !isSameSpend(row, found)).map(spendOf),
    ...rows.received
      .map(([, row]) => row)
      .filter((row) => isRead(row) && !isSameReceipt(row, found)),
  ]
  const lacking = resolved.filter((tx) => !isInLedger(store, tx))
  const [lowest] = [...wrong, ...lacking].sort((a, b) => (a.height < b.height ? -1 : 1))
  return {
    proved: new Map(
      rows.received.filter(
        ([, row]) => row.proved !== true && isRead(row) && !(lowest && row.height >= lowest.height),
      ),
    ),
    difference: lowest && {
      height: lowest.height,
      txid: lowest.txid,
      isFalse: wrong.some(({ height }) => height === lowest.height),
    },
  }
}

/** What the ledger has of these blocks. */
function rowsIn(store: Store, slice: Slice) {
  const isIn = (height: bigint) => height >= slice.height && height < topOf(slice)
  const own = [...store.outputs.values()]
  const outputs = own.filter(({ height, imported }) => !imported && isIn(height))
  const spends = own.filter(({ spent }) => spent?.txid && isIn(spent.height ?? -1n))
  const received = [...store.received.rows].filter(([, { height }]) => isIn(height))
  const places = [...outputs, ...spends.map(spendOf), ...received.map(([, row]) => row)]
  return { outputs, spends, received, places }
}

/** Where an output was spent. */
const spendOf = ({ spent }: Readonly<OutputRecord>): Place => ({
  height: spent!.height!,
  txid: spent!.txid,
})

/** Ids of old blocks are not known, so the answer may be of another chain. */
function requireNamed(
  { bytes, firstTransaction, namedIds, height: first }: Slice,
  minerIds: ReadonlySet<string>,
  places: readonly Place[],
) {
  for (const { height, txid } of places) {
    const block = Number(height - first)
    const rows = namedIds.subarray(firstTransaction[block]! + 1, firstTransaction[block + 1])
    const isNamed = [...rows].some((at) => bytesToHex(bytes.subarray(at, at + 32)) === txid)
    requireOfDaemon(
      isNamed || minerIds.has(txid),
      `block ${height} does not contain transaction ${txid}`,
    )
  }
}

function isSameOutput(row: Readonly<OutputRecord>, found: Transactions): boolean {
  const tx = found.get(row.txid)
  const same = tx?.found.find(({ key, index }) => key === row.key && index === row.indexInTx)
  return (
    tx?.height === row.height &&
    tx.tx.unlockTime === row.unlockTime &&
    same?.amount === row.amount &&
    same.subaddress.account === row.subaddress.account &&
    same.subaddress.address === row.subaddress.address
  )
}

function isSameSpend({ keyImage, spent }: Readonly<OutputRecord>, found: Transactions): boolean {
  return keyImage !== undefined && found.get(spent!.txid)?.keyImages.includes(keyImage) === true
}

function isSameReceipt(row: Readonly<ReceivedRecord>, found: Transactions): boolean {
  const tx = found.get(row.txid)
  return (
    tx?.height === row.height &&
    tx.paymentId === row.paymentId &&
    tx.tx.unlockTime === row.unlockTime &&
    feeOf(tx) === row.fee
  )
}

/** Whether the ledger has its payments and its spends. Of two outputs with one key, it has the larger. */
function isInLedger({ outputs }: Store, { txid, found, keyImages }: ResolvedTransaction): boolean {
  const isPaid = found.every(({ key, amount }) => {
    const row = outputs.get(key)
    return row && !row.imported && (row.txid === txid || row.amount >= amount)
  })
  const isSpent = (keyImage: string) => {
    const row = outputWith(outputs, keyImage)
    return !row || row.imported !== undefined || row.spent?.txid === txid || row.spent?.txid === ''
  }
  return isPaid && keyImages.every(isSpent)
}

/** Stand in for the global indices, which whole blocks come without. */
const noIndices = (slice: Slice): OutputIndices => ({
  ringctOutputs: new Float64Array(blocksIn(slice)),
  indices: new Uint8Array(),
  firstIndex: new Uint32Array(transactionsIn(slice) + 1),
})
