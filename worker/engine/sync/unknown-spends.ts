/**
 * Transactions that background sync keeps for later, and how they are resolved once the spend key is back.
 *
 * Without the key, the key images of new outputs are unknown, so their spends cannot be recognised. Every
 * transaction that pays this wallet, or has such an output in a ring, is kept. With the key, all of them are
 * applied again, in order.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp process_background_cache
 */
import { sameBytes } from '#protocol/bytes.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { parseTransaction, type Transaction } from '#protocol/chain/transaction.ts'
import type { Addresses } from '../keys/addresses.ts'
import { TimeSlice } from '../base/time-slice.ts'
import type { Ports } from '../base/ports.ts'
import { noteReplaced } from '../store/history.ts'
import type { Change, Store, Table } from '../store/store.ts'
import { BlockIds } from '../ledger/block-ids.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { LedgerWriter, type LedgerUpdate } from '../ledger/ledger-writer.ts'
import type { OutputFinder, FoundOutput } from '../scan/identify-outputs.ts'
import {
  isKey,
  resolveTransaction,
  type ResolvedTransaction,
} from '../scan/incoming-transaction.ts'
import { skimOf } from '../scan/skimmed.ts'
import { TransactionScan } from '../scan/transaction-scan.ts'

/** Whether the spend key is absent: locked, or held by the wallet that this one scans for. */
export function isSpendKeyAway({ info, secrets }: Store): boolean {
  const { locked, spendSecret } = secrets.value
  if (info.value.kind === 'background') return true
  return locked !== undefined && spendSecret === undefined
}

/** Own outputs with unknown key images. Any transaction with one of them in a ring may spend it. */
export class UnknownSpends {
  /** Global indices of outputs of RingCT, and of those of before by their amount. */
  readonly #indices = new Map<bigint, Set<bigint>>()

  constructor(outputs: Store['outputs']) {
    for (const { keyImage, imported, ringct, amount, globalIndex } of outputs.values())
      if (keyImage === undefined && !imported) this.#add(ringct ? 0n : amount, globalIndex)
  }

  /** Adds outputs found in a transaction. */
  found(outputs: readonly FoundOutput[], globalIndices: readonly bigint[]): void {
    for (const { index, ringct, amount } of outputs)
      this.#add(ringct ? 0n : amount, globalIndices[index]!)
  }

  get isEmpty(): boolean {
    return this.#indices.size === 0
  }

  maySpend({ inputs }: Transaction): boolean {
    return inputs.filter(isKey).some(({ amount, keyOffsets }) => {
      const indices = this.#indices.get(amount)
      return indices && absoluteOffsets(keyOffsets).some((index) => indices.has(index))
    })
  }

  #add(amount: bigint, index: bigint) {
    const indices = this.#indices.get(amount) ?? new Set()
    this.#indices.set(amount, indices.add(index))
  }
}

/** Stages the transactions of a slice, in chain order. */
export function keepSeen(
  change: Change,
  { seen }: Store,
  prepared: readonly ResolvedTransaction[],
): void {
  for (const [position, each] of prepared.entries()) {
    const { txid, tx, coinbase, proved, height, timestamp, version } = each
    if ('row' in tx) throw new Error('a wallet without its spend key reads no rows')
    change.put(seen, `${order(height)}:${order(position)}`, {
      txid,
      blob: tx.blob.slice(),
      pruned: tx.pruned,
      coinbase,
      proved,
      height,
      timestamp,
      version,
      globalIndices: [...each.globalIndices],
    })
  }
}

/** Digits of a name, so that names sort as numbers. */
const order = (number: bigint | number) => `${number}`.padStart(12, '0')

/** Stages the removal of all blocks from `height` on. */
export function forgetSeen(change: Change, store: Store, height: bigint): void {
  for (const [name, record] of store.seen.rows)
    if (record.height >= height) change.delete(store.seen, name)
  const info = store.info.value
  const { backgroundSync } = info
  if (backgroundSync?.from === undefined || backgroundSync.from <= height) return
  const put = { ...info, backgroundSync: { ...backgroundSync, from: height } }
  change.setValue(store.info, put)
}

export type ApplySeenParts = {
  ports: Pick<Ports, 'crypto' | 'clock'>
  store: Store
  addresses: Addresses
}

/**
 * Applies the results of background sync with the spend key, atomically. Run it exclusively.
 *
 * @returns The changes; undefined when there were no results.
 */
export async function applySeen(parts: ApplySeenParts): Promise<LedgerUpdate | undefined> {
  const { store } = parts
  const { backgroundSync, ...info } = store.info.value
  if (backgroundSync?.from === undefined) return undefined
  const { from, type } = backgroundSync
  return applyRecords(parts, from, store.seen, (change) => {
    for (const name of store.seen.keys()) change.delete(store.seen, name)
    change.setValue(store.info, { ...info, backgroundSync: { type } })
  })
}

/**
 * The same with the results of the separate background wallet, whose chain is adopted.
 *
 * Blocks that both scanned stay unchanged. Nothing changes if the background wallet is not higher, did not watch
 * all addresses, or started above this wallet's top: a refresh finds the rest.
 *
 * @param other - Its tables.
 */
export async function applyOther(
  parts: ApplySeenParts,
  other: Store,
): Promise<LedgerUpdate | undefined> {
  const { store } = parts
  const [here, there] = [store, other].map(chainOf) as [BlockIds, BlockIds]
  const began = other.info.value.backgroundSync?.from
  if (began === undefined || began > here.height || there.height < here.height) return undefined
  if (!watchesAll(store, other)) return undefined
  const agree = agreeAt(here, there, here.height - 1n)
  if (agree && there.height === here.height) return undefined
  const from = agree ? here.height : began
  const fork = forkOf(here, there, from)
  return applyRecords(parts, from, other.seen, (change) => {
    if (fork < here.height) {
      const replaced = { height: fork, detached: Number(here.height - fork) }
      noteReplaced(change, store, parts.ports.clock.now(), replaced)
    }
    replaceRows(change, store.blocks, other.blocks)
    replaceRows(change, store.anchor, other.anchor)
    replaceRows(change, store.outputCounts, other.outputCounts)
  })
}

function replaceRows<R>(change: Change, table: Table<R>, by: Table<R>) {
  for (const name of table.keys()) change.delete(table, name)
  for (const [name, row] of by.rows) change.put(table, name, row)
}

function agreeAt(here: BlockIds, there: BlockIds, height: bigint): boolean {
  const [ours, theirs] = [here.at(height), there.at(height)]
  return ours !== undefined && theirs !== undefined && sameBytes(ours, theirs)
}

/** The height where the second chain diverges, at least `least`; the height of the first if it does not. */
function forkOf(here: BlockIds, there: BlockIds, least: bigint): bigint {
  let fork = here.height
  while (fork > least && !agreeAt(here, there, fork - 1n)) fork--
  return fork
}

const chainOf = (store: Store) => new BlockIds(store, store.info.value.network)

/** Whether a background wallet started no later, and watched all addresses of this one. */
function watchesAll(store: Store, other: Store): boolean {
  const [here, there] = [store, other].map(({ info }) => info.value.restoreHeight)
  const watched = (name: string) => other.lookahead.get(name)?.spendKeys.length ?? 0
  return (
    there! <= here! &&
    [...store.lookahead.rows].every(([name, { spendKeys }]) => spendKeys.length <= watched(name))
  )
}

/** @param first - Stages further changes, before anything is applied. */
async function applyRecords(
  parts: ApplySeenParts,
  from: bigint,
  seen: Store['seen'],
  first: (change: Change) => void,
): Promise<LedgerUpdate> {
  const { store, addresses } = parts
  const ahead = addresses.ahead()
  const prepared = await resolveSeen(parts, from, seen, ahead)
  return store.commit((change) => {
    first(change)
    detachBlocks(change, store, from)
    const writer = new LedgerWriter(store, change, parts.ports.clock.now())
    for (const tx of prepared) writer.applyMined(tx)
    ahead.stage(change)
    return writer.update
  })
}

async function resolveSeen(
  { ports, store }: ApplySeenParts,
  from: bigint,
  seen: Store['seen'],
  addresses: OutputFinder['addresses'],
): Promise<ResolvedTransaction[]> {
  const own = { secrets: store.secrets.value, keyImages: store.keyImages }
  const finder = { crypto: ports.crypto, ...own, addresses }
  const timeSlice = new TimeSlice(ports.clock)
  const prepared: ResolvedTransaction[] = []
  for (const name of [...seen.keys()].sort()) {
    const { blob, pruned, ...rest } = seen.get(name)!
    if (rest.height < from) continue
    const tx = parseTransaction(blob, { pruned })
    const scan = new TransactionScan(finder, skimOf(tx), () => timeSlice.pause())
    prepared.push(
      await resolveTransaction(finder, { ...rest, proved: rest.proved ?? rest.coinbase, tx }, scan),
    )
    await timeSlice.pause()
  }
  return prepared
}
