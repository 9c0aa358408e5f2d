/**
 * The rows of the transaction pool.
 *
 * @module
 */
import { max64 } from '#protocol/fields.ts'
import { fromId, fromU64, toBytes, toId, toInteger, toU64 } from '../../stores/columns.ts'
import type { Driver, Row } from '../../stores/driver.ts'
import { damaged } from '../../stores/schema.ts'
import type { Id } from '../types.ts'
import { isKeptByBlock, methods, type Method, type PoolEntry } from './entry.ts'

const columns = `id, weight, fee, receive_time, last_relayed_time, method, relayed,
  double_spend_seen, max_used_block_height, max_used_block_id, last_failed_height, last_failed_id`

/** Column value of a transaction that was not relayed yet. */
const notYet = -1

export class PoolStore {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  transaction<T>(act: () => T): T {
    return this.#driver.transaction(act)
  }

  entries(): PoolEntry[] {
    return this.#driver.all(`SELECT ${columns} FROM pool`).map(toEntry)
  }

  blob(id: Id): Uint8Array | undefined {
    const [row] = this.#driver.all('SELECT blob FROM pool WHERE id = ?', fromId(id))
    return row && toBytes(row.blob)
  }

  /** Adds it, or changes all but its bytes. */
  put(entry: PoolEntry, blob?: Uint8Array): void {
    if (blob)
      this.#driver.run(
        `INSERT OR REPLACE INTO pool (blob, ${columns}, kept_by_block, do_not_relay)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        blob,
        fromId(entry.id),
        ...changing(entry),
      )
    else
      this.#driver.run(
        `UPDATE pool SET weight = ?, fee = ?, receive_time = ?, last_relayed_time = ?, method = ?,
         relayed = ?, double_spend_seen = ?, max_used_block_height = ?, max_used_block_id = ?,
         last_failed_height = ?, last_failed_id = ?, kept_by_block = ?, do_not_relay = ?
         WHERE id = ?`,
        ...changing(entry),
        fromId(entry.id),
      )
  }

  remove(id: Id): void {
    this.#driver.run('DELETE FROM pool WHERE id = ?', fromId(id))
  }
}

/** Values of all columns except id and blob, in their order. */
const changing = (entry: PoolEntry) => [
  Number(entry.weight),
  fromU64(entry.fee),
  Number(entry.receiveTime),
  entry.lastRelayedTime === max64 ? notYet : Number(entry.lastRelayedTime),
  entry.method,
  Number(entry.relayed),
  Number(entry.doubleSpendSeen),
  Number(entry.maxUsedBlockHeight),
  fromId(entry.maxUsedBlockId),
  Number(entry.lastFailedHeight),
  fromId(entry.lastFailedId),
  Number(isKeptByBlock(entry)),
  Number(entry.method === 'none'),
]

function toEntry(row: Row): PoolEntry {
  const relayedAt = toInteger(row.last_relayed_time)
  return {
    id: toId(row.id),
    weight: BigInt(toInteger(row.weight)),
    fee: toU64(row.fee),
    receiveTime: BigInt(toInteger(row.receive_time)),
    lastRelayedTime: relayedAt === notYet ? max64 : BigInt(relayedAt),
    method: toMethod(row.method),
    relayed: row.relayed === 1,
    doubleSpendSeen: row.double_spend_seen === 1,
    maxUsedBlockHeight: BigInt(toInteger(row.max_used_block_height)),
    maxUsedBlockId: toId(row.max_used_block_id),
    lastFailedHeight: BigInt(toInteger(row.last_failed_height)),
    lastFailedId: toId(row.last_failed_id),
  }
}

function toMethod(column: unknown): Method {
  const method = methods.find((name) => name === column)
  if (!method) throw damaged('a pool transaction has an unknown relay method')
  return method
}
