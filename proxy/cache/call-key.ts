/**
 * The name under which an answer is kept: equal for requests with equal answers.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AnyField, Fields } from '#protocol/fields.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import type { CheckedCall } from '../daemon-backend.ts'
import type { Table } from './lifetimes.ts'

/** Bytes of the longest params that are compared. Longer lists are of one wallet. */
const longestParams = 64 * 1024

/**
 * The key of a call, which never contains the client. Params are compared as the contract reads them, so that a default
 * may be left out. With members that the contract does not know they are compared as they came.
 *
 * @param body - The request of a binary call, compared byte by byte: its unknown members are nowhere else.
 * @returns Undefined for requests that are not compared: long ones, and those that are paid.
 */
export function callKey(
  table: Table,
  { name, contract, given, params, restricted }: CheckedCall,
  body?: Uint8Array,
): string | undefined {
  if (params.client !== undefined && params.client !== '') return undefined
  const written = body ?? paramBytes(given, params, contract.params, contract.bareParams)
  if (written.length > longestParams) return undefined
  // The hash is shorter, and says less to a reader of memory.
  return `${table} ${name} ${restricted} ${bytesToHex(sha256(written))}`
}

function paramBytes(given: unknown, params: object, fields: Fields, isBare = false): Uint8Array {
  const asGiven = !isBare && hasUnknown(fields, given) ? [given] : []
  return utf8ToBytes(stringifyJson([params, ...asGiven]))
}

/** Whether an object has members, at any depth, that the fields do not name. */
function hasUnknown(fields: Fields, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).some(([name, member]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return !field || hasUnknownInside(field, member)
  })
}

function hasUnknownInside({ inside: { element, fields } }: AnyField, value: unknown): boolean {
  if (fields) return hasUnknown(fields, value)
  return element !== undefined && Array.isArray(value)
    ? value.some((item) => hasUnknownInside(element, item))
    : false
}
