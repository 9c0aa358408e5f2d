/**
 * Transactions of the main chain, without miner transactions, which are part of their blocks; and the
 * spent key images.
 *
 * @module
 */
import type { StoredTransaction, TransactionBody } from '../node/blockchain/types.ts'
import type { Id } from '../node/types.ts'
import { fromId, fromIndices, toBytes, toId, toIndices, toInteger } from './columns.ts'
import type { Driver, Row } from './driver.ts'

/** A transaction to add to the chain. */
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

const outputs = 'first_output, output_count, output_list'
const columns = `number, height, pruned, prunable, prunable_hash, ${outputs}`

const rangeOf = (chosen: string) =>
  `SELECT ${chosen} FROM transactions WHERE number >= ? AND number < ? ORDER BY number`

export class Transactions {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** @param number - Number of transactions before it in the chain. */
  add(number: number, tx: NewTransaction): void {
    this.#driver.run(
      `INSERT INTO transactions (number, id, height, pruned, prunable, prunable_hash, first_output,
        output_count, output_list) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      number,
      fromId(tx.id),
      tx.height,
      tx.pruned,
      tx.prunable,
      tx.prunableHash ?? null,
      ...fromIndices(tx.outputs),
    )
  }

  /** Removes the transactions from a number on. */
  removeFrom(number: number): void {
    this.#driver.run('DELETE FROM transactions WHERE number >= ?', number)
  }

  get(id: Id): StoredTransaction | undefined {
    const sql = `SELECT ${columns} FROM transactions WHERE id = ?`
    const [row] = this.#driver.all(sql, fromId(id))
    return row && new ReadTransaction(row, () => id)
  }

  heightOf(id: Id): number | undefined {
    const [row] = this.#driver.all('SELECT height FROM transactions WHERE id = ?', fromId(id))
    return row && toInteger(row.height)
  }

  /** `count` transactions from a number on, in the order of the chain. */
  range(first: number, count: number): StoredTransaction[] {
    if (count === 0) return []
    const rows = this.#driver.all(rangeOf(columns), first, first + count)
    return rows.map((row) => new ReadTransaction(row, () => this.#idOf(toInteger(row.number))))
  }

  /** Only the columns that blocks need: answers have thousands of rows, and every column costs time. */
  bodies(first: number, count: number, prunable: boolean): TransactionBody[] {
    if (count === 0) return []
    const sql = rangeOf(prunable ? `pruned, ${outputs}, prunable` : `pruned, ${outputs}`)
    const rows = this.#driver.rows(sql, first, first + count)
    return rows.map(([pruned, output, outputCount, list, rest]) => ({
      pruned: toBytes(pruned),
      prunable: prunable && rest !== null ? toBytes(rest) : undefined,
      outputIndices: toIndices(output, outputCount, list),
    }))
  }

  #idOf(number: number): Id {
    return toId(this.#driver.all('SELECT id FROM transactions WHERE number = ?', number)[0]!.id)
  }

  /**
   * Drops the prunable parts of the transactions in the blocks from `first` to below `end`. Transactions
   * of version 1 stay whole, because they have no prunable hash.
   */
  dropPrunable(first: number, end: number): void {
    const sql = `UPDATE transactions SET prunable = NULL
      WHERE height >= ? AND height < ? AND prunable_hash IS NOT NULL`
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

/** A row whose columns are read on demand, because answers with thousands of rows use few columns. */
class ReadTransaction implements StoredTransaction {
  readonly #row: Row
  readonly #id: () => Id

  constructor(row: Row, id: () => Id) {
    this.#row = row
    this.#id = id
  }

  get id(): Id {
    return this.#id()
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
    const { first_output: first, output_count: count, output_list: list } = this.#row
    return toIndices(first, count, list)
  }
}
