/**
 * Transactions in the daemon's pool: unconfirmed payments to and from this wallet.
 *
 * @module
 */
import type { Keccak } from '#protocol/chain/hashes.ts'
import {
  isCoinbase,
  parseTransaction,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { byKeyImage, outputWith } from '../ledger/by-key-image.ts'
import { unconfirmed } from '../ledger/balances.ts'
import type { LedgerWarning } from '../base/events.ts'
import type { Ports } from '../base/ports.ts'
import type { Change, Store } from '../store/store.ts'
import { noteWarning } from '../store/warnings.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { freeOutputs } from '../ledger/free-outputs.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { requireSupply } from '../ledger/supply-check.ts'
import { LedgerWriter } from '../ledger/ledger-writer.ts'
import { isFee } from '../scan/emission.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import {
  feeOf,
  isKey,
  resolveTransaction,
  type ResolvedTransaction,
} from '../scan/incoming-transaction.ts'
import type { Pause } from '../scan/scan-outputs.ts'
import { skimOf } from '../scan/skimmed.ts'
import { TransactionScan } from '../scan/transaction-scan.ts'
import { requireWeight } from '../scan/weight-limits.ts'
import type { PoolSource } from './live/pool-source.ts'
import { readTransactionEntry, type TransactionEntry } from '../download/transaction-entry.ts'

/** A transaction of the pool. */
export type PoolTransaction = { txid: string; tx: ParsedTransaction; doubleSpendSeen: boolean }

/** A transaction as the daemon sent it. */
export type RequestedTransaction = {
  txid: string
  blob: Uint8Array
  pruned: boolean
  doubleSpendSeen: boolean
  /** Unix seconds of the answer. */
  timestamp: bigint
  /** Of all its inputs, in hex. */
  keyImages: readonly string[]
  /** What it means to this wallet; undefined until it is scanned. */
  result: PoolResult | 'foreign' | undefined
}

/**
 * A transaction requested by its id.
 *
 * @throws InvalidDaemonData when it does not hash to a requested id, creates money, or is too heavy for the pool; ChainError
 */
export function readEntry(
  entry: TransactionEntry,
  asked: ReadonlySet<string>,
  keccak: Keccak,
): PoolTransaction {
  const { txid, tx } = readTransactionEntry(entry, keccak)
  requireOfDaemon(asked.has(txid), 'a transaction was not requested')
  const fee = feeOf({ tx, coinbase: isCoinbase(tx) })
  requireOfDaemon(isFee(fee), `a transaction has a fee of ${fee} piconero`)
  if (entry.in_pool) requireWeight(`pool transaction ${txid}`, tx.blob.length, newestVersion)
  return { txid, tx, doubleSpendSeen: entry.double_spend_seen }
}

/** State of the refresh. */
export type RefreshOutcome = {
  /** All blocks of the daemon were scanned: a transaction that left the pool and is in no block is dropped. */
  refreshed: boolean
  /** Some of them were new. */
  blocks: boolean
}

type PoolResult = ResolvedTransaction & { doubleSpendSeen: boolean }

export type PoolParts = {
  ports: Pick<Ports, 'crypto' | 'clock'>
  store: Store
  chain: Pick<BlockIds, 'height'>
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Most transactions that are kept, and their bytes. Others are requested again with each refresh. */
const mostKept = 20_000
const mostKeptBytes = 16 * 1024 * 1024

/**
 * The transactions of the pool that were requested from the daemon.
 *
 * What is requested depends on the ids of the pool only. A transaction whose meaning changes, because a block has an
 * own output that it spends, is scanned again from its kept bytes: a second request would name it to the daemon.
 */
export class Pool {
  readonly #parts: PoolParts
  #kept = new Map<string, RequestedTransaction>()

  constructor(parts: PoolParts) {
    this.#parts = parts
  }

  /** Scans all kept transactions again, without a request: after a reorganisation, or a change of the ledger. */
  forget(): void {
    for (const each of this.#kept.values()) each.result = undefined
  }

  /** Drops all transactions: another daemon must not see which ones were requested before. */
  clear(): void {
    this.#kept = new Map()
  }

  /**
   * Requests the transactions that are not kept.
   *
   * @param waiting - Ids of all pool transactions.
   * @returns For {@link enter}. @throws InvalidDaemonData, ChainError
   */
  async request(
    source: PoolSource,
    waiting: ReadonlySet<string>,
  ): Promise<readonly RequestedTransaction[]> {
    const kept = this.#kept
    for (const txid of kept.keys()) if (!waiting.has(txid)) kept.delete(txid)
    const { clock, crypto } = this.#parts.ports
    const unseen = [...waiting].filter((txid) => !kept.has(txid))
    const asked = new Set(unseen)
    const got = await source.transactions(unseen)
    const timestamp = clock.now()
    const requested = got.map((entry) =>
      requestedTransaction(readEntry(entry, asked, crypto.keccak256), timestamp),
    )
    let bytes = 0
    for (const { blob } of kept.values()) bytes += blob.length
    for (const each of requested) {
      bytes += each.blob.length
      if (kept.size < mostKept && bytes <= mostKeptBytes) kept.set(each.txid, each)
    }
    return requested
  }

  /**
   * Applies the pool to the ledger.
   *
   * @param requested - The result of {@link request}.
   * @returns Whether anything changed, and what to warn of.
   * @see monero src/wallet/wallet2.cpp update_pool_state, process_pool_state
   */
  async enter(
    finder: OutputFinder,
    waiting: ReadonlySet<string>,
    requested: readonly RequestedTransaction[],
    { refreshed, blocks }: RefreshOutcome,
  ): Promise<{ changed: boolean; warnings: LedgerWarning[] }> {
    const { store, chain, exclusive } = this.#parts
    const { clock } = this.#parts.ports
    const kept = [...this.#kept.values()]
    // A new block may contain outputs that a pool transaction spends.
    const again = blocks ? kept.flatMap(({ result }) => resultIn(result)) : []
    if (blocks) this.#reconsider()
    const fresh = new Map<RequestedTransaction, PoolResult>()
    for (const each of [...kept, ...requested])
      if (!each.result && !fresh.has(each))
        fresh.set(each, await scanned(finder, each, () => clock.sleep(0)))

    const entered = await exclusive(() =>
      store.commit((change) => {
        const now = clock.now()
        const gone = refreshed ? dropGone(change, store, waiting) : []
        const writer = new LedgerWriter(store, change, now)
        for (const each of [...again, ...fresh.values()])
          writer.applyPool(each, each.doubleSpendSeen)
        requireSupply(change, store, chain.height)
        const newlyGone = gone.filter((warning) => noteWarning(change, store, warning, now))
        return {
          changed: change.staged.size > 0,
          warnings: [...newlyGone, ...writer.update.warnings],
        }
      }),
    )
    for (const [each, result] of fresh)
      each.result = result.found.length > 0 || store.sent.has(each.txid) ? result : 'foreign'
    return entered
  }

  /** Drops the result of foreign transactions that spend an own output which was unknown when they were scanned. */
  #reconsider() {
    const { outputs } = this.#parts.store
    for (const each of this.#kept.values())
      if (each.result === 'foreign' && each.keyImages.some((image) => outputWith(outputs, image)))
        each.result = undefined
  }
}

const resultIn = (result: RequestedTransaction['result']): PoolResult[] =>
  typeof result === 'object' ? [result] : []

const requestedTransaction = (
  { txid, tx, doubleSpendSeen }: PoolTransaction,
  timestamp: bigint,
): RequestedTransaction => ({
  txid,
  blob: tx.blob,
  pruned: tx.pruned,
  doubleSpendSeen,
  timestamp,
  keyImages: tx.inputs.filter(isKey).map(({ keyImage }) => bytesToHex(keyImage)),
  result: undefined,
})

// One that cannot be scanned completely is not reported: it is scanned again in its block.
async function scanned(
  finder: OutputFinder,
  { txid, blob, pruned, doubleSpendSeen, timestamp }: RequestedTransaction,
  pause: Pause,
): Promise<PoolResult> {
  const tx = parseTransaction(blob, { pruned })
  const where = { coinbase: false, proved: true, globalIndices: [], height: 0n, version: 0 }
  const incoming = { txid, tx, ...where, timestamp }
  return {
    ...(await resolveTransaction(finder, incoming, new TransactionScan(finder, skimOf(tx), pause))),
    doubleSpendSeen,
  }
}

// Removes spends of another copy of this wallet too: they cannot be sent again.
function dropGone(change: Change, store: Store, waiting: ReadonlySet<string>): LedgerWarning[] {
  const { sent, outputs, pool } = store
  const gone: LedgerWarning[] = []
  for (const [name, { txid, amount }] of pool.rows) {
    if (waiting.has(txid)) continue
    change.delete(pool, name)
    gone.push({ problem: 'vanished', txid, amount })
  }
  for (const record of sent.index(unconfirmed).values()) {
    const { state, blob, txid } = record
    if (state !== 'pending' || blob.length > 0 || waiting.has(txid)) continue
    change.delete(sent, txid)
    freeOutputs(change, outputs, outputs.index(byKeyImage), record)
    gone.push({ problem: 'vanished', txid, amount: record.amountOut })
  }
  return gone
}
