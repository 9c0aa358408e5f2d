/**
 * The driver over the SQLite of a Durable Object.
 *
 * @module
 * @see https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/
 */
import type { Driver, Row, SqlValue } from './driver.ts'

type DurableValue = ArrayBuffer | string | number | null

/** The part of `ctx.storage` that the driver uses. */
export type DurableStorage = {
  sql: {
    exec(
      sql: string,
      ...values: readonly DurableValue[]
    ): {
      toArray(): Record<string, DurableValue>[]
      raw(): { toArray(): DurableValue[][] }
    }
    /** In bytes. */
    readonly databaseSize: number
  }
  /** Nests: an inner transaction that throws rolls back its own writes. */
  transactionSync<T>(act: () => T): T
}

/** Only this object uses its storage, so there is nothing to open or to close. */
export function durableObjectDriver(storage: DurableStorage): Driver {
  const exec = (sql: string, values: readonly SqlValue[]) =>
    storage.sql.exec(sql, ...values.map(toDurable))
  return {
    all: (sql, ...values) => exec(sql, values).toArray().map(fromDurable),
    rows: (sql, ...values) =>
      exec(sql, values)
        .raw()
        .toArray()
        .map((row) => row.map(valueOf)),
    run: (sql, ...values) => void exec(sql, values).toArray(),
    transaction: (act) => storage.transactionSync(act),
    size: () => storage.sql.databaseSize,
    close: () => {},
  }
}

/** Copies bytes to a new buffer: for a view the storage would write the whole buffer. */
const toDurable = (value: SqlValue): DurableValue =>
  value instanceof Uint8Array ? Uint8Array.from(value).buffer : value

function fromDurable(row: Record<string, DurableValue>): Row {
  const entries = Object.entries(row).map(([name, value]): [string, SqlValue] => [
    name,
    valueOf(value),
  ])
  return Object.fromEntries(entries)
}

const valueOf = (value: DurableValue): SqlValue =>
  value instanceof ArrayBuffer ? new Uint8Array(value) : value
