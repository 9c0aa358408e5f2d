/**
 * The transaction pool of a light node, which sends its changes.
 *
 * @module
 */
import type { PoolDocument, PoolEvent, PoolTransaction } from '#protocol/feed/live.ts'
import { isHex } from '#protocol/hex.ts'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { TransactionEntry } from '../../download/transaction-entry.ts'
import type { PoolSource } from './pool-source.ts'

/** Hex digits of its transactions: 16 MiB. A larger pool is requested instead. */
const mostDigits = 32 * 1024 * 1024

export class LivePool implements PoolSource {
  readonly #transactions = new Map<string, PoolTransaction>()
  #version: bigint
  #digits = 0

  /** @throws InvalidDaemonData for a pool that is malformed or too large. */
  constructor({ version, transactions }: PoolDocument) {
    this.#version = version
    for (const each of transactions) this.#add(each)
  }

  /**
   * Applies a change; one that the pool has already is ignored.
   *
   * @returns Whether the next change is missing: then the whole pool must be read.
   * @throws InvalidDaemonData for a change that is malformed, or a pool that is now too large.
   */
  apply({ version, added, removed }: PoolEvent): { isMissed: boolean } {
    if (version <= this.#version) return { isMissed: false }
    if (version !== this.#version + 1n) return { isMissed: true }
    this.#version = version
    for (const id of removed) this.#remove(id)
    for (const each of added) this.#add(each)
    return { isMissed: false }
  }

  ids(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.#transactions.keys()))
  }

  transactions(txids: readonly string[]): Promise<TransactionEntry[]> {
    const found = txids.flatMap((id) => this.#transactions.get(id) ?? [])
    return Promise.resolve(found.map(entryOf))
  }

  #add(transaction: PoolTransaction) {
    requireOfDaemon(isHex(transaction.id, 32), 'the id of a pool transaction is not hex')
    this.#remove(transaction.id)
    this.#digits += transaction.tx.length
    requireOfDaemon(this.#digits <= mostDigits, 'the pool is too large to be followed')
    this.#transactions.set(transaction.id, transaction)
  }

  #remove(id: string) {
    this.#digits -= this.#transactions.get(id)?.tx.length ?? 0
    this.#transactions.delete(id)
  }
}

/** As the daemon answers a request for it. Version 1 is whole. */
const entryOf = ({ id, tx, prunable_hash }: PoolTransaction): TransactionEntry => ({
  tx_hash: id,
  as_hex: prunable_hash === '' ? tx : '',
  pruned_as_hex: prunable_hash === '' ? '' : tx,
  prunable_as_hex: '',
  prunable_hash,
  as_json: '',
  in_pool: true,
  double_spend_seen: false,
  block_height: 0n,
  confirmations: 0n,
  block_timestamp: 0n,
  output_indices: [],
  relayed: true,
  received_timestamp: 0n,
})
