/**
 * Alternative blocks: known blocks outside the main chain.
 *
 * @module
 */
import type { AlternativeBlock } from '../node/blockchain/types.ts'
import type { Id } from '../node/types.ts'
import { fromId, fromU128, fromU64, toBytes, toId, toInteger, toU128, toU64 } from './columns.ts'
import type { Driver, Row } from './driver.ts'
import { headOf, joined, putRest, removeRest } from './pieces.ts'

const columns = 'id, prev_id, height, blob, weight, cumulative, coins'

export class Alternatives {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  add(block: AlternativeBlock): void {
    const id = fromId(block.id)
    this.#driver.run(
      `INSERT INTO alternative_blocks (id, prev_id, height, blob, weight, cumulative, coins)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      fromId(block.prevId),
      Number(block.height),
      headOf(block.blob),
      Number(block.weight),
      fromU128(block.cumulativeDifficulty),
      fromU64(block.generatedCoins),
    )
    putRest(this.#driver, id, block.blob)
  }

  remove(block: AlternativeBlock): void {
    const id = fromId(block.id)
    removeRest(this.#driver, id, block.blob.length)
    this.#driver.run('DELETE FROM alternative_blocks WHERE id = ?', id)
  }

  clear(): void {
    for (const block of this.all()) this.remove(block)
  }

  get(id: Id): AlternativeBlock | undefined {
    const sql = `SELECT ${columns} FROM alternative_blocks WHERE id = ?`
    const [row] = this.#driver.all(sql, fromId(id))
    return row && this.#read(row)
  }

  has(id: Id): boolean {
    const sql = 'SELECT 1 FROM alternative_blocks WHERE id = ?'
    return this.#driver.all(sql, fromId(id)).length > 0
  }

  /** In any order. */
  all(): AlternativeBlock[] {
    const rows = this.#driver.all(`SELECT ${columns} FROM alternative_blocks`)
    return rows.map((row) => this.#read(row))
  }

  count(): number {
    return toInteger(this.#driver.all('SELECT COUNT(*) AS n FROM alternative_blocks')[0]!.n)
  }

  /** Number of blocks, and of the bytes of their blobs. */
  size(): { count: number; bytes: number } {
    const heads = 'COUNT(*) AS count, COALESCE(SUM(LENGTH(blob)), 0) AS bytes'
    const [row] = this.#driver.all(`SELECT ${heads} FROM alternative_blocks`)
    const [rest] = this.#driver.all(
      `SELECT COALESCE(SUM(LENGTH(data)), 0) AS bytes FROM pieces
        WHERE owner IN (SELECT id FROM alternative_blocks)`,
    )
    return { count: toInteger(row!.count), bytes: toInteger(row!.bytes) + toInteger(rest!.bytes) }
  }

  /** Of the blocks without a block above them the one with the least work; of equal ones the oldest. */
  weakestTip(): AlternativeBlock | undefined {
    const [row] = this.#driver.all(
      `SELECT ${columns} FROM alternative_blocks
        WHERE id NOT IN (SELECT prev_id FROM alternative_blocks)
        ORDER BY cumulative, added LIMIT 1`,
    )
    return row && this.#read(row)
  }

  #read(row: Row): AlternativeBlock {
    return {
      id: toId(row.id),
      prevId: toId(row.prev_id),
      height: BigInt(toInteger(row.height)),
      blob: joined(this.#driver, () => toBytes(row.id), row.blob),
      weight: BigInt(toInteger(row.weight)),
      cumulativeDifficulty: toU128(row.cumulative),
      generatedCoins: toU64(row.coins),
    }
  }
}
