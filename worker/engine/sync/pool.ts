/**
 * Transactions in the daemon's pool: unconfirmed payments to and from this wallet.
 *
 * @module
 */
import type { Keccak } from '#protocol/chain/hashes.ts'
import { Skim } from '#protocol/chain/skim.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { byKeyImage, outputWith } from '../ledger/by-key-image.ts'
import { unconfirmed } from '../ledger/balances.ts'
import type { LedgerWarning } from '../base/events.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Change, Store } from '../store/store.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { freeOutputs } from '../ledger/free-outputs.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { requireSupply } from '../ledger/supply-check.ts'
import { LedgerWriter } from '../ledger/ledger-writer.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import { resolveTransaction, type ResolvedTransaction } from '../scan/incoming-transaction.ts'
import type { Run } from '../download/cancellable-run.ts'
import { scanOutputs, scanHitAt, type ScanHit } from '../scan/scan-outputs.ts'
import { readTransactionEntry, type TransactionEntry } from '../download/transaction-entry.ts'

/** A transaction of the pool. */
export type PoolTransaction = { txid: string; tx: ParsedTransaction; doubleSpendSeen: boolean }

/** Most transactions that a restricted daemon sends at once. monero RESTRICTED_TRANSACTIONS_COUNT */
export const transactionsPerRequest = 100

/** Ids of all pool transactions. */
export async function poolIds(daemon: Daemon): Promise<Set<string>> {
  const { tx_hashes } = await daemon.bin.get_transaction_pool_hashes({})
  return new Set(tx_hashes.map((id) => bytesToHex(id)))
}

/**
 * The transactions themselves; those that left the pool meanwhile are absent.
 *
 * @throws InvalidDaemonData when one does not hash to its requested id.
 */
async function poolTransactions(
  daemon: Daemon,
  txids: readonly string[],
  keccak: Keccak,
): Promise<PoolTransaction[]> {
  const got: PoolTransaction[] = []
  for (let at = 0; at < txids.length; at += transactionsPerRequest) {
    const txs_hashes = txids.slice(at, at + transactionsPerRequest)
    const { txs } = await daemon.json.get_transactions({ txs_hashes, prune: true })
    requireOfDaemon(txs.length <= txs_hashes.length, 'more transactions than requested')
    for (const entry of txs)
      if (entry.in_pool) got.push(readEntry(entry, new Set(txs_hashes), keccak))
  }
  return got
}

/**
 * A transaction requested by its id.
 *
 * @throws InvalidDaemonData when it does not hash to a requested id; ChainError
 */
export function readEntry(
  entry: TransactionEntry,
  asked: ReadonlySet<string>,
  keccak: Keccak,
): PoolTransaction {
  const { txid, tx } = readTransactionEntry(entry, keccak)
  requireOfDaemon(asked.has(txid), 'a transaction was not requested')
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

/** Most transactions remembered as scanned. */
const mostRemembered = 20_000

/** The scanned part of the pool. */
export class Pool {
  readonly #parts: PoolParts
  /** Scanned transactions that concern this wallet. */
  readonly #ours = new Map<string, PoolResult>()
  /** Foreign transactions: the key images they spend. */
  readonly #others = new Map<string, readonly string[]>()

  constructor(parts: PoolParts) {
    this.#parts = parts
  }

  /** Scans everything again: after a change of daemon, or a reorganisation. */
  forget(): void {
    this.#ours.clear()
    this.#others.clear()
  }

  /**
   * Applies the pool to the ledger.
   *
   * @param waiting - Ids of all pool transactions.
   * @returns Whether anything changed, and what to warn of.
   * @throws InvalidDaemonData, ChainError, Cancelled
   * @see monero src/wallet/wallet2.cpp update_pool_state, process_pool_state
   */
  async enter(
    daemon: Daemon,
    finder: OutputFinder,
    waiting: ReadonlySet<string>,
    { refreshed, blocks }: RefreshOutcome,
    run: Run,
  ): Promise<{ changed: boolean; warnings: LedgerWarning[] }> {
    for (const known of [this.#ours, this.#others])
      for (const txid of known.keys()) if (!waiting.has(txid)) known.delete(txid)
    // A new block may contain outputs that a pool transaction spends.
    const again = blocks ? [...this.#ours.values()] : []
    if (blocks) this.#reconsider()
    const fresh = await this.#look(daemon, finder, waiting, run)

    const { ports, store, chain, exclusive } = this.#parts
    const result = await exclusive(() =>
      store.commit((change) => {
        const gone = refreshed ? dropGone(change, store, waiting) : []
        const writer = new LedgerWriter(store, change, ports.clock.now())
        for (const each of [...again, ...fresh]) writer.applyPool(each, each.doubleSpendSeen)
        requireSupply(change, store, chain.height)
        return {
          changed: change.staged.size > 0,
          warnings: [...gone, ...writer.update.warnings],
        }
      }),
    )
    for (const each of fresh) this.#remember(each)
    return result
  }

  #remember(each: PoolResult) {
    if (this.#ours.size + this.#others.size >= mostRemembered) return
    const { txid, found, keyImages } = each
    if (found.length > 0 || this.#parts.store.sent.has(txid)) this.#ours.set(txid, each)
    else this.#others.set(txid, keyImages)
  }

  // Drops scanned transactions that spend an own output which was unknown when they were scanned.
  #reconsider() {
    const { outputs } = this.#parts.store
    for (const [txid, keyImages] of this.#others)
      if (keyImages.some((keyImage) => outputWith(outputs, keyImage))) this.#others.delete(txid)
  }

  async #look(
    daemon: Daemon,
    finder: OutputFinder,
    waiting: ReadonlySet<string>,
    run: Run,
  ): Promise<PoolResult[]> {
    const { clock, crypto } = this.#parts.ports
    const unseen = [...waiting].filter((id) => !this.#ours.has(id) && !this.#others.has(id))
    const got = await run.until(poolTransactions(daemon, unseen, crypto.keccak256))
    const timestamp = clock.now()
    const results: PoolResult[] = []
    for (const { doubleSpendSeen, ...each } of got) {
      const where = { coinbase: false, proved: true, globalIndices: [], height: 0n, version: 0 }
      const hits = scanHitsIn(finder, each.tx)
      const prepared = await resolveTransaction(finder, { ...each, ...where, timestamp }, hits)
      results.push({ ...prepared, doubleSpendSeen })
    }
    return results
  }
}

/** Possible own outputs of a parsed transaction. */
export function scanHitsIn(
  { crypto, secrets }: OutputFinder,
  { blob, pruned }: ParsedTransaction,
): ScanHit[] {
  const skim = new Skim(blob)
  if (!skim.transaction(0, blob.length, pruned))
    throw new Error('a transaction is read and not skimmed')
  const seen = scanOutputs(crypto, secrets.viewSecret, blob, skim.places)
  return Array.from(seen.indices, (_, at) => scanHitAt(seen, at))
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
