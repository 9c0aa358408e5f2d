/**
 * Records of a wallet that lives in memory only.
 *
 * @module
 */
import type { RecordStore } from '../base/ports.ts'

/** A store over `records`; data lasts as long as the map. */
export function memoryRecords(records = new Map<string, Uint8Array>()): RecordStore {
  return {
    async readAll() {
      return new Map(records)
    },
    async write(puts, deletes) {
      for (const [name, bytes] of puts) records.set(name, bytes)
      for (const name of deletes) records.delete(name)
    },
    async flush() {},
    async close() {},
  }
}
