/**
 * Reads the records of one wallet from IndexedDB in parts of a similar size: this thread takes one over while the browser
 * reads the next.
 *
 * @module
 */
import type { NamedRecord } from '../engine/base/ports.ts'
import { merged, type Pack, type PackKey } from './indexeddb-packs.ts'

/** Key of a record: wallet and opaque name. */
export type RecordKey = [wallet: string, name: string]

/** What is used of an object store, as `idb` wraps it. */
type Source<Key, Value> = {
  getAllKeys(range: IDBKeyRange): Promise<Key[]>
  getAll(range: IDBKeyRange): Promise<Value[]>
  /** Absent in browsers before 2026: reads keys and values in one pass. */
  getAllRecords?(options: { query: IDBKeyRange }): Promise<{ key: Key; value: Value }[]>
}

export type Sources = {
  records: Source<RecordKey, Uint8Array>
  packs: Pick<Source<PackKey, Pack>, 'getAll'>
}

/** Records, and how many of them are single ones. */
export type RecordsPart = { records: NamedRecord[]; singles: number }

/** Keys are ordered, and an array sorts after every string: all records or packs of one wallet. */
export const rangeOf = (wallet: string): IDBKeyRange => IDBKeyRange.bound([wallet], [wallet, []])

/** Names of records are `data.` and such digits, evenly spread, or `keys.` and digits. */
const digits = [...'0123456789abcdef']

/** Where the parts after the first one begin. */
const partStarts = digits.slice(1).map((digit) => `data.${digit}`)

/** The records that can be in packs, in parts of a similar size. */
export const packedRanges = (wallet: string): IDBKeyRange[] =>
  digits.map((digit) => IDBKeyRange.bound([wallet, `data.${digit}`], [wallet, `data.${digit}g`]))

/**
 * Requests all records of a wallet at once; the parts arrive in turn.
 *
 * @param sources - Of one transaction, so that all parts are of one moment.
 */
export function readInParts({ records, packs }: Sources, wallet: string): Promise<RecordsPart>[] {
  const bounds = [[wallet], ...partStarts.map((name) => [wallet, name]), [wallet, []]]
  return bounds.slice(1).map((end, i) => {
    const range = IDBKeyRange.bound(bounds[i], end, false, i < partStarts.length)
    return joined(packs.getAll(range), namedRecords(records, range))
  })
}

async function joined(
  packing: Promise<Pack[]>,
  reading: Promise<NamedRecord[]>,
): Promise<RecordsPart> {
  const [packs, singles] = await Promise.all([packing, reading])
  return { records: merged(packs, singles), singles: singles.length }
}

/** The single records in a range. */
export async function namedRecords(
  source: Sources['records'],
  range: IDBKeyRange,
): Promise<NamedRecord[]> {
  if (source.getAllRecords) {
    const found = await source.getAllRecords({ query: range })
    return found.map(({ key: [, name], value }): NamedRecord => [name, value])
  }
  const [keys, values] = await Promise.all([source.getAllKeys(range), source.getAll(range)])
  return keys.map(([, name], i): NamedRecord => [name, values[i]!])
}
