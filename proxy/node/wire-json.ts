/**
 * Answers as JSON in the form of monero's serialiser: names in order, empty lists left out.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage.h, whose sections are sorted maps
 */
import { joinBytes, u64sToBytes } from '#protocol/bytes.ts'
import { stringifyJsonBody, type JsonBody } from '#protocol/json/json.ts'

/**
 * The body of an answer; with an `id`, in the envelope of `/json_rpc`.
 *
 * Bytes are written raw in a string, and lists of byte strings as one string. Output counts are a list, or
 * raw bytes if their object has `binary` set.
 */
export function wireJson(answer: unknown, id?: unknown): JsonBody {
  const result = formed(answer, {})
  return stringifyJsonBody(id === undefined ? result : { id, jsonrpc: '2.0', result })
}

function inOrder(value: object): object {
  const sorted: Record<string, unknown> = {}
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members).sort()) {
    const member = formed(members[name], members)
    if (!isAbsent(member)) sorted[name] = member
  }
  return sorted
}

function formed(value: unknown, holder: Record<string, unknown>): unknown {
  if (value instanceof BigUint64Array) return holder.binary ? u64sToBytes(value) : [...value]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (!Array.isArray(value)) return inOrder(value)
  if (value[0] instanceof Uint8Array) return joinBytes(value as Uint8Array[])
  return typeof value[0] === 'object' ? value.map((item) => formed(item, {})) : value
}

const isAbsent = (value: unknown) =>
  value === undefined ||
  ((Array.isArray(value) || value instanceof Uint8Array) && value.length === 0)
