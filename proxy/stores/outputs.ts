/**
 * Every output of the chain, by amount and global index.
 *
 * @module
 */
import type { StoredOutput } from '../node/blockchain/types.ts'
import type { Id } from '../node/types.ts'
import { fromId, fromU64, isInteger, toBytes, toId, toInteger, toU64 } from './columns.ts'
import type { Driver, Row } from './driver.ts'

/** An output to add to the chain. */
export type NewOutput = {
  /** The amount under which it is counted: 0 for RingCT, including miner transactions of version 2. */
  amount: bigint
  key: Uint8Array
  commitment: Uint8Array
  unlockTime: bigint
  height: number
  txId: Id
  indexInTx: number
}

export class Outputs {
  readonly #driver: Driver
  /** Cached counts by amount. */
  readonly #counts = new Map<bigint, number>()

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** @returns Its global index. */
  add(output: NewOutput): number {
    const { amount, key, commitment, unlockTime, height, txId, indexInTx } = output
    const number = this.count(amount)
    this.#driver.run(
      `INSERT INTO outputs (amount, number, key, commitment, unlock_time, height, tx_id, index_in_tx)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      fromU64(amount),
      number,
      key,
      commitment,
      fromU64(unlockTime),
      height,
      fromId(txId),
      indexInTx,
    )
    this.#counts.set(amount, number + 1)
    return number
  }

  /** Removes the outputs of an amount from an index on. */
  removeFrom(amount: bigint, number: number): void {
    const sql = 'DELETE FROM outputs WHERE amount = ? AND number >= ?'
    this.#driver.run(sql, fromU64(amount), number)
    this.#counts.delete(amount)
  }

  get(amount: bigint, index: bigint): StoredOutput | undefined {
    if (!isInteger(index)) return undefined
    const [row] = this.#driver.all(
      `SELECT key, commitment, unlock_time, height, tx_id, index_in_tx FROM outputs
        WHERE amount = ? AND number = ?`,
      fromU64(amount),
      Number(index),
    )
    return row && readOutput(row)
  }

  /** Number of outputs of the amount. */
  count(amount: bigint): number {
    const known = this.#counts.get(amount)
    if (known !== undefined) return known
    const [row] = this.#driver.all(
      'SELECT number FROM outputs WHERE amount = ? ORDER BY number DESC LIMIT 1',
      fromU64(amount),
    )
    const count = row ? toInteger(row.number) + 1 : 0
    this.#counts.set(amount, count)
    return count
  }

  /** Number of outputs of the amount in blocks up to a height. */
  countUpTo(amount: bigint, height: number): number {
    const [row] = this.#driver.all(
      `SELECT COUNT(*) AS count FROM outputs WHERE amount = ? AND height <= ?`,
      fromU64(amount),
      height,
    )
    return toInteger(row!.count)
  }

  /** Number of outputs by height, from `first` to `last`, both included. Heights without outputs are absent. */
  perBlock(amount: bigint, first: number, last: number): Map<number, number> {
    const rows = this.#driver.all(
      `SELECT height, COUNT(*) AS count FROM outputs
        WHERE amount = ? AND height BETWEEN ? AND ? GROUP BY height`,
      fromU64(amount),
      first,
      last,
    )
    return new Map(rows.map(({ height, count }) => [toInteger(height), toInteger(count)]))
  }

  /** All amounts that have outputs, ascending, with the number of outputs. */
  amounts(): { amount: bigint; count: bigint }[] {
    const sql = 'SELECT amount, MAX(number) AS newest FROM outputs GROUP BY amount ORDER BY amount'
    return this.#driver.all(sql).map(({ amount, newest }) => ({
      amount: toU64(amount),
      count: BigInt(toInteger(newest) + 1),
    }))
  }

  /** Clears the cache, after a transaction was rolled back. */
  reload(): void {
    this.#counts.clear()
  }
}

const readOutput = (row: Row): StoredOutput => ({
  key: toBytes(row.key),
  commitment: toBytes(row.commitment),
  unlockTime: toU64(row.unlock_time),
  height: BigInt(toInteger(row.height)),
  txId: toId(row.tx_id),
  indexInTx: toInteger(row.index_in_tx),
})
