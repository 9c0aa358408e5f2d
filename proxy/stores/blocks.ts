/**
 * Blocks of the main chain.
 *
 * @module
 */
import type { BlockInfo } from '../node/blockchain/types.ts'
import type { Id } from '../node/types.ts'
import {
  fromId,
  fromIndices,
  fromU128,
  fromU64,
  toBytes,
  toId,
  toIndices,
  toInteger,
  toU128,
  toU64,
} from './columns.ts'
import type { Driver, Row } from './driver.ts'
import { headOf, joined, putRest, removeRest } from './pieces.ts'

/** Everything stored about a block except its bytes. */
export type BlockRecord = BlockInfo & {
  /** Sum of the fees of its transactions. */
  fees: bigint
  /** Number of its first transaction, if it has one. */
  firstTx: number
  /** Outputs of amount 0 up to and including this block. */
  rctOutputs: number
  /** Global indices of the miner transaction's outputs. */
  minerOutputs: bigint[]
}

/** The bytes of a block and the numbers of its transactions. */
export type BlockOutline = Pick<BlockRecord, 'firstTx' | 'txCount' | 'minerOutputs'> & {
  height: number
  blob: Uint8Array
}

/** One block of a window over the newest blocks. */
export type WindowRow = {
  timestamp: bigint
  cumulativeDifficulty: bigint
  weight: number
  longTermWeight: number
}

const columns =
  'b.height, b.id, b.major, b.minor, b.timestamp, b.nonce, b.difficulty, b.cumulative, b.weight, ' +
  'b.long_term_weight, b.coins, b.reward, b.fees, b.first_tx, b.tx_count, b.rct_outputs, ' +
  'b.miner_tx_id, b.first_output, b.output_count, b.output_list, p.id AS prev_id'
const from = 'FROM blocks b LEFT JOIN blocks p ON p.height = b.height - 1'

const noId = '0'.repeat(64)

export class Blocks {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** Adds a block at the top. `record.height` must be the next height. */
  add(record: BlockRecord, blob: Uint8Array): void {
    const id = fromId(record.id)
    this.#driver.run(
      `INSERT INTO blocks (height, id, blob, major, minor, timestamp, nonce, difficulty, cumulative,
        weight, long_term_weight, coins, reward, fees, first_tx, tx_count, rct_outputs, miner_tx_id,
        first_output, output_count, output_list)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      Number(record.height),
      id,
      headOf(blob),
      record.majorVersion,
      record.minorVersion,
      Number(record.timestamp),
      record.nonce,
      fromU128(record.difficulty),
      fromU128(record.cumulativeDifficulty),
      Number(record.weight),
      Number(record.longTermWeight),
      fromU64(record.generatedCoins),
      fromU64(record.reward),
      fromU64(record.fees),
      record.firstTx,
      record.txCount,
      record.rctOutputs,
      fromId(record.minerTxId),
      ...fromIndices(record.minerOutputs.map(Number)),
    )
    putRest(this.#driver, id, blob)
  }

  /** Removes the block at `height`, which must be the top. */
  remove(height: number, id: Id, size: number): void {
    removeRest(this.#driver, fromId(id), size)
    this.#driver.run('DELETE FROM blocks WHERE height = ?', height)
  }

  /** The newest block; undefined in an empty store. */
  top(): BlockRecord | undefined {
    const [row] = this.#driver.all(`SELECT ${columns} ${from} ORDER BY b.height DESC LIMIT 1`)
    return row && readRecord(row)
  }

  at(height: number): BlockRecord | undefined {
    const [row] = this.#driver.all(`SELECT ${columns} ${from} WHERE b.height = ?`, height)
    return row && readRecord(row)
  }

  /** From the first to the last height, both included. */
  range(first: number, last: number): BlockRecord[] {
    const where = 'WHERE b.height BETWEEN ? AND ? ORDER BY b.height'
    return this.#driver.all(`SELECT ${columns} ${from} ${where}`, first, last).map(readRecord)
  }

  /** The same with their bytes. */
  rangeWithBlobs(first: number, last: number): { record: BlockRecord; blob: Uint8Array }[] {
    const where = 'WHERE b.height BETWEEN ? AND ? ORDER BY b.height'
    const rows = this.#driver.all(`SELECT ${columns}, b.blob ${from} ${where}`, first, last)
    return rows.map((row) => ({
      record: readRecord(row),
      blob: joined(this.#driver, () => toBytes(row.id), row.blob),
    }))
  }

  /** The bytes and the transaction numbers only: answers with whole blocks need nothing else. */
  outlines(first: number, last: number): BlockOutline[] {
    const sql = `SELECT height, blob, first_tx, tx_count, first_output, output_count, output_list
      FROM blocks WHERE height BETWEEN ? AND ? ORDER BY height`
    const rows = this.#driver.rows(sql, first, last)
    return rows.map(([height, blob, firstTx, txCount, output, count, list]) => ({
      height: toInteger(height),
      blob: joined(this.#driver, () => fromId(this.idAt(toInteger(height))!), blob),
      firstTx: toInteger(firstTx),
      txCount: toInteger(txCount),
      minerOutputs: toIndices(output, count, list),
    }))
  }

  idAt(height: number): Id | undefined {
    const [row] = this.#driver.all('SELECT id FROM blocks WHERE height = ?', height)
    return row && toId(row.id)
  }

  ids(first: number, count: number): Id[] {
    const sql = 'SELECT id FROM blocks WHERE height >= ? ORDER BY height LIMIT ?'
    return this.#driver.all(sql, first, count).map(({ id }) => toId(id))
  }

  heightOf(id: Id): number | undefined {
    const [row] = this.#driver.all('SELECT height FROM blocks WHERE id = ?', fromId(id))
    return row && toInteger(row.height)
  }

  /** Height of the block with this miner transaction. */
  heightOfMinerTx(id: Id): number | undefined {
    const sql = 'SELECT height FROM blocks WHERE miner_tx_id = ?'
    const [row] = this.#driver.all(sql, fromId(id))
    return row && toInteger(row.height)
  }

  blobAt(height: number): Uint8Array | undefined {
    const [row] = this.#driver.all('SELECT id, blob FROM blocks WHERE height = ?', height)
    return row && joined(this.#driver, () => toBytes(row.id), row.blob)
  }

  /** Newest last; at most `count` blocks below height `end`, possibly with the genesis block. */
  window(end: number, count: number): WindowRow[] {
    const sql = `SELECT timestamp, cumulative, weight, long_term_weight FROM blocks
      WHERE height >= ? AND height < ? ORDER BY height`
    return this.#driver.all(sql, Math.max(0, end - count), end).map((row) => ({
      timestamp: BigInt(toInteger(row.timestamp)),
      cumulativeDifficulty: toU128(row.cumulative),
      weight: toInteger(row.weight),
      longTermWeight: toInteger(row.long_term_weight),
    }))
  }

  /** Long-term weights of the blocks from `first` to below `end`. */
  longTermWeights(first: number, end: number): number[] {
    const sql = 'SELECT long_term_weight FROM blocks WHERE height >= ? AND height < ?'
    return this.#driver.all(sql, first, end).map((row) => toInteger(row.long_term_weight))
  }

  /** Minor versions of the blocks from `first` to below `end`, ascending by height. */
  votes(first: number, end: number): number[] {
    const sql = 'SELECT minor FROM blocks WHERE height >= ? AND height < ? ORDER BY height'
    return this.#driver.all(sql, first, end).map(({ minor }) => toInteger(minor))
  }

  /** Rewards of the blocks from `first` to below `end`, and the fees that are part of them. */
  payouts(first: number, end: number): { reward: bigint; fees: bigint }[] {
    const sql = 'SELECT reward, fees FROM blocks WHERE height >= ? AND height < ?'
    const rows = this.#driver.all(sql, first, end)
    return rows.map(({ reward, fees }) => ({ reward: toU64(reward), fees: toU64(fees) }))
  }

  /** Outputs of amount 0 up to and including each block, from `first` to `last`, both included. */
  rctOutputs(first: number, last: number): number[] {
    const sql = 'SELECT rct_outputs FROM blocks WHERE height BETWEEN ? AND ? ORDER BY height'
    return this.#driver.all(sql, first, last).map((row) => toInteger(row.rct_outputs))
  }
}

function readRecord(row: Row): BlockRecord {
  return {
    height: BigInt(toInteger(row.height)),
    id: toId(row.id),
    majorVersion: toInteger(row.major),
    minorVersion: toInteger(row.minor),
    timestamp: BigInt(toInteger(row.timestamp)),
    prevId: row.prev_id === null ? noId : toId(row.prev_id),
    nonce: toInteger(row.nonce),
    difficulty: toU128(row.difficulty),
    cumulativeDifficulty: toU128(row.cumulative),
    reward: toU64(row.reward),
    weight: BigInt(toInteger(row.weight)),
    longTermWeight: BigInt(toInteger(row.long_term_weight)),
    generatedCoins: toU64(row.coins),
    txCount: toInteger(row.tx_count),
    minerTxId: toId(row.miner_tx_id),
    fees: toU64(row.fees),
    firstTx: toInteger(row.first_tx),
    rctOutputs: toInteger(row.rct_outputs),
    minerOutputs: toIndices(row.first_output, row.output_count, row.output_list),
  }
}
