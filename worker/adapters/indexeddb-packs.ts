/**
 * Packs: many records of a wallet in one value of IndexedDB, which has a cost for each value that it reads.
 *
 * A pack has the records whose names begin alike. It is replaced as a whole, so new and changed records are stored
 * singly, and take the place of packed ones. When there are many of them, they are folded into packs.
 *
 * @module
 */
import type { NamedRecord } from '../engine/base/ports.ts'

/** Key of a pack: wallet, and what the names of its records begin with. */
export type PackKey = [wallet: string, prefix: string]

export type Pack = {
  names: string[]
  /** Where each record ends in `bytes`. */
  ends: Uint32Array
  bytes: Uint8Array
}

/** Names are `data.` and hexadecimal digits, evenly spread: two of them make 256 packs. Other records stay single. */
const prefixLength = 'data.00'.length

/** What the names of the pack for this record begin with; undefined for one that is never packed. */
export const prefixOf = (name: string): string | undefined =>
  name.startsWith('data.') ? name.slice(0, prefixLength) : undefined

export function packOf(records: readonly NamedRecord[]): Pack {
  const ends = new Uint32Array(records.length)
  let size = 0
  for (const [i, [, { length }]] of records.entries()) ends[i] = size += length
  const bytes = new Uint8Array(size)
  for (const [i, [, record]] of records.entries()) bytes.set(record, ends[i]! - record.length)
  return { names: records.map(([name]) => name), ends, bytes }
}

/** The records of a pack, as views of its bytes. */
export const recordsOf = ({ names, ends, bytes }: Pack): NamedRecord[] =>
  names.map((name, i) => [name, bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i])])

/** All records of packs and single ones, of which the latter take precedence. */
export function merged(packs: readonly Pack[], singles: readonly NamedRecord[]): NamedRecord[] {
  if (packs.length === 0) return [...singles]
  const changed = new Set(singles.map(([name]) => name))
  return [...packs.flatMap(recordsOf).filter(([name]) => !changed.has(name)), ...singles]
}

/** The packs that these records make. */
export function packsOf(records: readonly NamedRecord[]): Map<string, Pack> {
  const groups = new Map<string, NamedRecord[]>()
  for (const record of records) {
    const prefix = prefixOf(record[0])
    if (prefix === undefined) throw new Error(`a record that is never packed: ${record[0]}`)
    const group = groups.get(prefix)
    if (group) group.push(record)
    else groups.set(prefix, [record])
  }
  return new Map([...groups].map(([prefix, group]) => [prefix, packOf(group)]))
}
