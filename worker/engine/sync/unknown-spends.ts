/**
 * What a wallet that syncs without its spend key keeps of the chain, and how it is settled once the key is back.
 *
 * Without the key no key image follows from an output: spends of what arrives meanwhile cannot be told from
 * others. So every transaction is kept that pays us, or that may spend such an output, because a ring of its
 * inputs has it. With the key all of them are entered again, in order.
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
import type { SeenRecord, WalletInfo } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { BlockIds } from '../ledger/block-ids.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { LedgerWriter, type LedgerUpdate } from '../ledger/ledger-writer.ts'
import type { OutputFinder, FoundOutput } from '../scan/identify-outputs.ts'
import { scanHitsIn } from './pool.ts'
import {
  isKey,
  resolveTransaction,
  type ResolvedTransaction,
} from '../scan/incoming-transaction.ts'

/** Whether the spend key is away: locked and not in memory, or in the wallet that this one scans for. */
export function isSpendKeyAway({ info, secrets }: Store): boolean {
  const { locked, spendSecret } = secrets.get('keys')!
  if (info.get('wallet')!.kind === 'background') return true
  return locked !== undefined && spendSecret === undefined
}

/** Outputs of ours whose key images nobody knows: what may be spent by any transaction with them in a ring. */
export class UnknownSpends {
  /** Global indices of outputs of RingCT, and of those of before by their amount. */
  readonly #indices = new Map<bigint, Set<bigint>>()

  constructor(outputs: Store['outputs']) {
    for (const { keyImage, told, ringct, amount, globalIndex } of outputs.values())
      if (keyImage === undefined && !told) this.#add(ringct ? 0n : amount, globalIndex)
  }

  /** Outputs that were found in a transaction. */
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

/** Stages what a slice brought, in the order of the chain. */
export function keepSeen(
  change: Change,
  { seen }: Store,
  prepared: readonly ResolvedTransaction[],
): void {
  for (const [position, each] of prepared.entries()) {
    const { txid, tx, coinbase, height, timestamp, version } = each
    change.put<SeenRecord>(seen, `${order(height)}:${order(position)}`, {
      txid,
      blob: tx.blob.slice(),
      pruned: tx.pruned,
      coinbase,
      height,
      timestamp,
      version,
      globalIndices: [...each.globalIndices],
    })
  }
}

/** So many digits that names are in the order of the numbers. */
const order = (number: bigint | number) => `${number}`.padStart(12, '0')

/** Stages the removal of all blocks from `height` on. */
export function forgetSeen(change: Change, store: Store, height: bigint): void {
  for (const [name, record] of store.seen.rows)
    if (record.height >= height) change.delete(store.seen, name)
  const info = store.info.get('wallet')!
  const { backgroundSync } = info
  if (backgroundSync?.from === undefined || backgroundSync.from <= height) return
  const put = { ...info, backgroundSync: { ...backgroundSync, from: height } }
  change.put<WalletInfo>(store.info, 'wallet', put)
}

export type ApplySeenParts = {
  ports: Pick<Ports, 'crypto' | 'clock'>
  store: Store
  addresses: Addresses
}

/**
 * Enters what was seen in the background as it is with the spend key, all of it or nothing. To be run alone.
 *
 * @returns What was entered; undefined when nothing was seen so.
 */
export async function applySeen(parts: ApplySeenParts): Promise<LedgerUpdate | undefined> {
  const { store } = parts
  const { backgroundSync, ...info } = store.info.get('wallet')!
  if (backgroundSync?.from === undefined) return undefined
  const { from, type } = backgroundSync
  return applyRecords(parts, from, store.seen, (change) => {
    for (const name of store.seen.keys()) change.delete(store.seen, name)
    change.put<WalletInfo>(store.info, 'wallet', { ...info, backgroundSync: { type } })
  })
}

/**
 * The same with what the wallet beside this one saw, whose chain is taken over then.
 *
 * Blocks that both have seen stay as they are here. What is not higher than this wallet, did not look for
 * all of its addresses, or began above its top, leaves the books as they are: a refresh finds the rest.
 *
 * @param other - Its tables.
 */
export async function applyOther(
  parts: ApplySeenParts,
  other: Store,
): Promise<LedgerUpdate | undefined> {
  const { store } = parts
  const [here, there] = [store, other].map(chainOf) as [BlockIds, BlockIds]
  const began = other.info.get('wallet')!.backgroundSync?.from
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
    for (const name of store.blocks.keys()) change.delete(store.blocks, name)
    for (const [name, segment] of other.blocks.rows) change.put(store.blocks, name, segment)
  })
}

function agreeAt(here: BlockIds, there: BlockIds, height: bigint): boolean {
  const [ours, theirs] = [here.at(height), there.at(height)]
  return ours !== undefined && theirs !== undefined && sameBytes(ours, theirs)
}

/** Where the second goes another way, no lower than `least`; the height of the first where it does not. */
function forkOf(here: BlockIds, there: BlockIds, least: bigint): bigint {
  let fork = here.height
  while (fork > least && !agreeAt(here, there, fork - 1n)) fork--
  return fork
}

const chainOf = ({ blocks, info }: Store) => new BlockIds(blocks, info.get('wallet')!.network)

/** Whether a wallet that scanned for this one began no later, and watched all that it watches. */
function watchesAll(store: Store, other: Store): boolean {
  const [here, there] = [store, other].map(({ info }) => info.get('wallet')!.restoreHeight)
  const watched = (name: string) => other.lookahead.get(name)?.spendKeys.length ?? 0
  return (
    there! <= here! &&
    [...store.lookahead.rows].every(([name, { spendKeys }]) => spendKeys.length <= watched(name))
  )
}

/** @param first - Stages what goes with it, before anything is entered. */
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
  const own = { secrets: store.secrets.get('keys')!, keyImages: store.keyImages }
  const finder = { crypto: ports.crypto, ...own, addresses }
  const timeSlice = new TimeSlice(ports.clock)
  const prepared: ResolvedTransaction[] = []
  for (const name of [...seen.keys()].sort()) {
    const { blob, pruned, ...rest } = seen.get(name)!
    if (rest.height < from) continue
    const tx = parseTransaction(blob, { pruned })
    prepared.push(await resolveTransaction(finder, { ...rest, tx }, scanHitsIn(finder, tx)))
    await timeSlice.pause()
  }
  return prepared
}
