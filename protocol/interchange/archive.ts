/**
 * Monero's binary archive, the format of all files that wallets exchange: numbers as varints or fixed
 * bytes, keys raw, and lists and texts after their length.
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

/** @param size - Minimum bytes of an item, which bounds the number of items. */
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

/** Invalid UTF-8 becomes replacement characters. */
export const readText = (reader: Reader, field: string): string =>
  new TextDecoder().decode(reader.take(reader.count(field, 1), field))

export function readFlag(reader: Reader, field: string): boolean {
  const byte = reader.byte(field)
  if (byte > 1) throw new ChainError(field, `expected 0 or 1, got ${byte}`)
  return byte === 1
}

/** A list of fixed length: a pair, a triple. */
export function expectLength(reader: Reader, length: number, field: string): void {
  const found = reader.byte(field)
  if (found !== length) throw new ChainError(field, `expected ${length} items, got ${found}`)
}

/** Keys of 32 bytes after their number. */
export const readKeys = (reader: Reader, field: string): Uint8Array[] =>
  reader.keys(reader.count(field, 32), field)

/** The result of `read` over all of `bytes`; undefined if they are malformed. */
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
