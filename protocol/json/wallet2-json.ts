/**
 * JSON in the layout of wallet2's requests: members in order of their names, one on each line.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_to_json.h dump_as_json
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { latin1ToBytes } from '../bytes.ts'
import { Decimal, quoteBytes, stringifyJson } from './json.ts'

/** Writes the body of a request. Members that are `undefined` are omitted. */
export const wallet2JsonBytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  latin1ToBytes(write(value, 0))

/** @param level - Of the object that contains the value. */
function write(value: unknown, level: number): string {
  if (typeof value === 'string') return quoteBytes(utf8ToBytes(value))
  if (value instanceof Uint8Array) return quoteBytes(value)
  if (Array.isArray(value)) return `[${value.map((item) => write(item, level)).join(',')}]`
  if (typeof value !== 'object' || value === null || value instanceof Decimal)
    return stringifyJson(value)
  return members(Object.entries(value), level)
}

function members(entries: [name: string, value: unknown][], level: number): string {
  const written = entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [write(name, level), write(value, level + 1)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${indent(level + 1)}${name}: ${value}`)
  const end = written.length > 0 ? '\r\n' : ''
  return `{\r\n${written.join(',\r\n')}${end}${indent(level)}}`
}

// Requests of wallet2 nest three levels deep. Deeper levels, which a client of the proxy may send, are not
// indented further: the text would become many times longer.
const indent = (level: number) => ' '.repeat(2 * Math.min(level, 4))
