/**
 * Reads the records of one wallet from IndexedDB in parts of a similar size: this thread takes one over while the browser
 * reads the next.
 *
 * @module
 */
import type { NamedRecord } from '../engine/base/ports.ts'

/** Key of a record: wallet and opaque name. */
export type RecordKey = [wallet: string, name: string]

/** What is used of an object store, as `idb` wraps it. */
type Source = {
  getAllKeys(range: IDBKeyRange): Promise<RecordKey[]>
  getAll(range: IDBKeyRange): Promise<Uint8Array[]>
  /** Absent in browsers before 2026: reads keys and values in one pass. */
  getAllRecords?(options: { query: IDBKeyRange }): Promise<{ key: RecordKey; value: Uint8Array }[]>
}

/** Keys are ordered, and an array sorts after every string: all records of one wallet. */
export const rangeOf = (wallet: string): IDBKeyRange => IDBKeyRange.bound([wallet], [wallet, []])

/** Where the parts after the first one begin. Names of records are spread evenly behind `data.`. */
const partStarts = [...'123456789abcdef'].map((digit) => `data.${digit}`)

/**
 * Requests all records of a wallet at once; the parts arrive in turn.
 *
 * @param source - Of one transaction, so that all parts are of one moment.
 */
export function readInParts(source: Source, wallet: string): Promise<NamedRecord[]>[] {
  const bounds = [[wallet], ...partStarts.map((name) => [wallet, name]), [wallet, []]]
  return bounds.slice(1).map((end, i) => {
    const range = IDBKeyRange.bound(bounds[i], end, false, i < partStarts.length)
    return source.getAllRecords
      ? recordsIn(source.getAllRecords({ query: range }))
      : pairsIn(Promise.all([source.getAllKeys(range), source.getAll(range)]))
  })
}

const recordsIn = async (
  reading: Promise<{ key: RecordKey; value: Uint8Array }[]>,
): Promise<NamedRecord[]> =>
  (await reading).map((record): NamedRecord => [record.key[1], record.value])

const pairsIn = async (
  reading: Promise<[keys: RecordKey[], values: Uint8Array[]]>,
): Promise<NamedRecord[]> => {
  const [keys, values] = await reading
  return keys.map(([, name], i): NamedRecord => [name, values[i]!])
}
