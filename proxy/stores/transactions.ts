/**
 * Transactions of the main chain, without the miners', which stand in their blocks; and the key
 * images that they spend.
 *
 * @module
 */
import type { StoredTransaction } from '../node/blockchain/types.ts'
import type { Id } from '../node/types.ts'
import { fromId, fromIndices, toBytes, toId, toIndices, toInteger } from './columns.ts'
import type { Driver, Row } from './driver.ts'

/** A transaction as it is put into the chain. */
export type NewTransaction = {
  id: Id
  height: number
  /** Prefix and RingCT base. */
  pruned: Uint8Array
  prunable: Uint8Array
  /** Undefined for version 1. */
  prunableHash: Uint8Array | undefined
  /** Global indices of its outputs. */
  outputs: readonly number[]
}

const columns = 'id, height, pruned, prunable, prunable_hash, outputs'
const withoutPrunable = 'id, height, pruned, NULL AS prunable, prunable_hash, outputs'

export class Transactions {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** @param number - Its place in the chain: the count of those before it. */
  add(number: number, tx: NewTransaction): void {
    this.#driver.run(
      `INSERT INTO transactions (number, id, height, pruned, prunable, prunable_hash, outputs)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[number, fromId(tx.id), tx.height, tx.pruned, tx.prunable],
      ...[tx.prunableHash ?? null, fromIndices(tx.outputs)],
    )
  }

  /** Removes those from a number on. */
  removeFrom(number: number): void {
    this.#driver.run('DELETE FROM transactions WHERE number >= ?', number)
  }

  get(id: Id): StoredTransaction | undefined {
    const sql = `SELECT ${columns} FROM transactions WHERE id = ?`
    const [row] = this.#driver.all(sql, fromId(id))
    return row && readTransaction(row)
  }

  heightOf(id: Id): number | undefined {
    const [row] = this.#driver.all('SELECT height FROM transactions WHERE id = ?', fromId(id))
    return row && toInteger(row.height)
  }

  /** `count` transactions from a number on, in the chain's order. */
  range(first: number, count: number, prunable: boolean): StoredTransaction[] {
    if (count === 0) return []
    const chosen = prunable ? columns : withoutPrunable
    const sql = `SELECT ${chosen} FROM transactions WHERE number >= ? AND number < ? ORDER BY number`
    return this.#driver.all(sql, first, first + count).map(readTransaction)
  }

  /** Drops prunable parts of the transactions in the blocks from `first` up to before `end`. */
  dropPrunable(first: number, end: number): void {
    const sql = 'UPDATE transactions SET prunable = NULL WHERE height >= ? AND height < ?'
    this.#driver.run(sql, first, end)
  }

  hasKeyImage(image: Uint8Array): boolean {
    return this.#driver.all('SELECT 1 FROM key_images WHERE image = ?', image).length > 0
  }

  addKeyImage(image: Uint8Array): void {
    this.#driver.run('INSERT INTO key_images (image) VALUES (?)', image)
  }

  removeKeyImage(image: Uint8Array): void {
    this.#driver.run('DELETE FROM key_images WHERE image = ?', image)
  }
}

const readTransaction = (row: Row): StoredTransaction => new ReadTransaction(row)

/** A row whose columns are read when they are asked for: answers of thousands ask for few of them. */
class ReadTransaction implements StoredTransaction {
  readonly #row: Row

  constructor(row: Row) {
    this.#row = row
  }

  get id(): Id {
    return toId(this.#row.id)
  }

  get height(): bigint {
    return BigInt(toInteger(this.#row.height))
  }

  get pruned(): Uint8Array {
    return toBytes(this.#row.pruned)
  }

  get prunable(): Uint8Array | undefined {
    return this.#row.prunable === null ? undefined : toBytes(this.#row.prunable)
  }

  get prunableHash(): Uint8Array | undefined {
    return this.#row.prunable_hash === null ? undefined : toBytes(this.#row.prunable_hash)
  }

  get outputIndices(): bigint[] {
    return toIndices(this.#row.outputs)
  }
}
