/**
 * Monero's binary archive, of which everything is made that wallets hand each other: numbers as
 * varints or whole, keys as they are, and lists and texts behind their length.
 *
 * @module
 * @see monero src/serialization/binary_archive.h, src/serialization/container.h
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ChainError, type Reader } from '../chain/reader.ts'
import type { Writer } from '../chain/writer.ts'

export function writeList<T>(
  writer: Writer,
  items: readonly T[],
  write: (item: T, index: number) => void,
): void {
  writer.varint(items.length)
  items.forEach(write)
}

/** @param size - Bytes that each item takes at least: what bounds their number. */
export function readList<T>(reader: Reader, size: number, field: string, read: () => T): T[] {
  const count = reader.count(field, size)
  const items: T[] = []
  for (let i = 0; i < count; i++) items.push(read())
  return items
}

export function writeText(writer: Writer, value: string): void {
  const bytes = utf8ToBytes(value)
  writer.varint(bytes.length).raw(bytes)
}

/** Bytes that are no UTF-8 come as replacement characters. */
export const readText = (reader: Reader, field: string): string =>
  new TextDecoder().decode(reader.take(reader.count(field, 1), field))

export function readFlag(reader: Reader, field: string): boolean {
  const byte = reader.byte(field)
  if (byte > 1) throw new ChainError(field, `is ${byte}`)
  return byte === 1
}

/** A list that the format gives its length: a pair, a triple. */
export function expectLength(reader: Reader, length: number, field: string): void {
  const found = reader.byte(field)
  if (found !== length) throw new ChainError(field, `expected ${length} items, got ${found}`)
}

/** Keys of 32 bytes behind their number. */
export const readKeys = (reader: Reader, field: string): Uint8Array[] =>
  reader.keys(reader.count(field, 32), field)

/** What `read` finds in all of `bytes`; undefined when they are something else. */
export function readWhole<T>(
  reader: Reader,
  field: string,
  read: (reader: Reader) => T,
): T | undefined {
  try {
    const value = read(reader)
    reader.end(field)
    return value
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
