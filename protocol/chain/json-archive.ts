/**
 * Chain values as the JSON text that monerod decodes them to, byte for byte.
 *
 * @module
 * @see monero src/serialization/json_archive.h
 */
import { bytesToHex } from '@noble/hashes/utils.js'

/** Numbers are written bare, bytes as hex. The format writes the length of a `list`, and not that of a `run`. */
export type ArchiveValue =
  | number
  | bigint
  | Uint8Array
  | { object: readonly (readonly [name: string, value: ArchiveValue])[] }
  | { list: readonly ArchiveValue[] }
  | { run: readonly ArchiveValue[] }

/** The text of a value; the caller has indented its first line. */
export function archiveJson(value: ArchiveValue): string {
  // The reference breaks the line before a list's end if the most recently begun list had a length
  // above 0. That may be an inner list: it stores one length for all.
  let lastLength = 0
  return write(value, 0)

  function write(value: ArchiveValue, depth: number): string {
    if (value instanceof Uint8Array) return `"${bytesToHex(value)}"`
    if (typeof value !== 'object') return value.toString()
    if ('object' in value) {
      const members = value.object.map(
        ([name, member]) => `${line(depth + 1)}"${name}": ${write(member, depth + 1)}`,
      )
      return `{${members.join(', ')}${line(depth)}}`
    }
    const items = 'list' in value ? value.list : value.run
    lastLength = 'list' in value ? items.length : 0
    const written = items.map((item) => write(item, depth + 1)).join(', ')
    return `[ ${written}${lastLength > 0 ? line(depth) : ''}]`
  }
}

const line = (depth: number) => `\n${'  '.repeat(depth)}`
