/**
 * Converts values to and from columns: u64 and u128 as big-endian bytes, ids as bytes.
 *
 * Some drivers round integers above 2^53. Big-endian bytes sort like the numbers.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { dataView } from '#protocol/bytes.ts'
import type { SqlValue } from './driver.ts'
import { damaged } from './schema.ts'

/** A u64 as 8 bytes. */
export function fromU64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

export function toU64(column: SqlValue | undefined): bigint {
  return viewOf(column, 8).getBigUint64(0)
}

/** A u128 as 16 bytes. */
export function fromU128(value: bigint): Uint8Array {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, value >> 64n)
  view.setBigUint64(8, BigInt.asUintN(64, value))
  return bytes
}

export function toU128(column: SqlValue | undefined): bigint {
  const view = viewOf(column, 16)
  return (view.getBigUint64(0) << 64n) | view.getBigUint64(8)
}

function viewOf(column: SqlValue | undefined, size: number): DataView {
  const bytes = toBytes(column)
  if (bytes.length !== size) throw damaged(`expected ${size} bytes, got ${bytes.length}`)
  return dataView(bytes)
}

/** Some drivers return Buffers, whose `slice` shares memory. Callers expect plain arrays. */
export function toBytes(column: SqlValue | undefined): Uint8Array {
  if (!(column instanceof Uint8Array)) throw damaged(`expected bytes, got ${typeof column}`)
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
}

export const toId = (column: SqlValue | undefined): string => bytesToHex(toBytes(column))
export const fromId = (id: string): Uint8Array => hexToBytes(id)

/** A height, an index or a count. */
export function toInteger(column: SqlValue | undefined): number {
  if (typeof column !== 'number') throw damaged(`expected an integer, got ${typeof column}`)
  return column
}

/** Whether a u64 fits an INTEGER column. Every height, index and count does. */
export const isInteger = (value: bigint) => value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Indices as three columns: the first, the count, and a list of 8 bytes each. The list is null for
 * consecutive indices, such as those of RingCT outputs.
 */
export function fromIndices(indices: readonly number[]): [number, number, Uint8Array | null] {
  const [first = 0] = indices
  if (indices.every((index, i) => index === first + i)) return [first, indices.length, null]
  const list = new Uint8Array(8 * indices.length)
  const view = new DataView(list.buffer)
  indices.forEach((index, i) => view.setBigUint64(8 * i, BigInt(index)))
  return [first, indices.length, list]
}

/** @param list - Null for consecutive indices. */
export function toIndices(
  first: SqlValue | undefined,
  count: SqlValue | undefined,
  list: SqlValue | undefined,
): bigint[] {
  const [start, length] = [toInteger(first), toInteger(count)]
  const indices = new Array<bigint>(length)
  if (list === null) {
    for (let i = 0; i < length; i++) indices[i] = BigInt(start + i)
    return indices
  }
  const bytes = toBytes(list)
  const view = dataView(bytes)
  for (let i = 0; i < length; i++) indices[i] = view.getBigUint64(8 * i)
  return indices
}
