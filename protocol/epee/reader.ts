/**
 * Reads portable storage from untrusted sources, within bounds.
 *
 * Every count is checked against the remaining bytes before allocation, so memory stays within a small
 * multiple of the input.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_from_bin.h throwable_buffer_reader
 */
import { dataView } from '../bytes.ts'
import { fixedSizes, header, listFlag, types } from './types.ts'
import { setMember } from '../json/scanner.ts'

/** One value: 64-bit integers are bigints, smaller ones numbers, strings bytes. */
type EpeeValue = bigint | number | boolean | Uint8Array | EpeeObject | EpeeValue[]
export type EpeeObject = { [name: string]: EpeeValue }

/** The bytes are not a portable storage, or exceed the limits. */
export class EpeeError extends Error {
  override name = 'EpeeError'

  constructor(problem: string, offset: number) {
    super(`portable storage: ${problem} at byte ${offset}`)
  }
}

/**
 * Limits of one storage, in addition to its size in bytes. Names do not count as strings. `numbers` are the items
 * of lists, booleans included.
 */
export type EpeeLimits = { objects: number; fields: number; strings: number; numbers: number }

/**
 * The reference does not limit numbers, of which it makes no objects. No request of 1 MiB has as many, and answers
 * with more are byte strings.
 *
 * @see monero contrib/epee/include/storages/http_abstract_invoke.h default_http_bin_limits
 */
const defaultLimits: EpeeLimits = {
  objects: 0x3_0000,
  fields: 0x3_0000,
  strings: 0x3_0000,
  numbers: 0x10_0000,
}

/**
 * The number of nested reads that the reference allows. It counts every read, not only objects: an
 * object is 3 reads below its parent, in a list 5; a count takes 4 more, that of a list 7, a string 8,
 * one in a list 9. So 31 objects nest below the root.
 *
 * @see monero contrib/epee/include/storages/portable_storage_from_bin.h recursuion_limitation_guard
 */
const maxReads = 99

/** @see monero contrib/epee/include/storages/portable_storage_base.h MAX_STRING_LEN_POSSIBLE */
const maxStringLength = 2_000_000_000

/**
 * Reads a storage without a contract. Byte strings are views of `bytes`, not copies.
 *
 * @throws EpeeError
 */
export function readEpee(bytes: Uint8Array, limits: EpeeLimits = defaultLimits): EpeeObject {
  if (bytes.length < header.length || header.some((byte, index) => bytes[index] !== byte))
    throw new EpeeError('wrong signature', 0)
  return new EpeeReader(bytes, limits).object(1)
}

class EpeeReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #left: EpeeLimits
  #at = header.length

  constructor(bytes: Uint8Array, limits: EpeeLimits) {
    this.#bytes = bytes
    this.#view = dataView(bytes)
    this.#left = { ...limits }
  }

  /** The members of an object. `reads`: its depth in reads of the reference. */
  object(reads: number): EpeeObject {
    this.#nest(reads + 4)
    const count = this.#size()
    this.#spend('fields', count)
    const members: EpeeObject = {}
    for (let i = 0; i < count; i++) {
      const name = this.#name()
      if (Object.hasOwn(members, name)) throw this.#fail('duplicate name in an object')
      setMember(members, name, this.#entry(reads))
    }
    return members
  }

  #fail(problem: string) {
    return new EpeeError(problem, this.#at)
  }

  #nest(reads: number) {
    if (reads > maxReads) throw this.#fail('nested too deeply')
  }

  #spend(what: keyof EpeeLimits, count: number) {
    if (count > this.#left[what]) throw this.#fail(`too many ${what}`)
    this.#left[what] -= count
  }

  /** Moves past `size` bytes; returns where they begin. */
  #take(size: number): number {
    const start = this.#at
    if (size > this.#bytes.length - start) throw this.#fail('unexpected end')
    this.#at = start + size
    return start
  }

  #byte(): number {
    return this.#view.getUint8(this.#take(1))
  }

  /** A count: its two low bits encode its size in bytes. */
  #size(): number {
    const start = this.#take(1)
    const first = this.#view.getUint8(start)
    const width = first & 3
    if (width === 0) return first >>> 2
    this.#take((1 << width) - 1)
    if (width === 1) return this.#view.getUint16(start, true) >>> 2
    if (width === 2) return this.#view.getUint32(start, true) >>> 2
    return Number(this.#view.getBigUint64(start, true) >> 2n)
  }

  #name(): string {
    const length = this.#byte()
    if (length === 0) throw this.#fail('empty name')
    const start = this.#take(length)
    return String.fromCharCode(...this.#bytes.subarray(start, start + length))
  }

  #entry(reads: number): EpeeValue {
    const type = this.#byte()
    if (type & listFlag) return this.#list(type & ~listFlag, reads)
    if (type !== types.array) return this.#single(type, reads)
    const inner = this.#byte()
    if (!(inner & listFlag)) throw this.#fail('list without a type')
    return this.#list(inner & ~listFlag, reads + 1)
  }

  #single(type: number, reads: number): EpeeValue {
    if (type === types.string) {
      this.#nest(reads + 8)
      this.#spend('strings', 1)
      return this.#string()
    }
    if (type === types.object) {
      this.#spend('objects', 1)
      return this.object(reads + 3)
    }
    return this.#scalar(type)
  }

  #list(type: number, reads: number): EpeeValue[] {
    this.#nest(reads + 7)
    const smallest = smallestSize[type]
    if (smallest === undefined) throw this.#fail(`unknown type ${type}`)
    const count = this.#size()
    if (count > (this.#bytes.length - this.#at) / smallest)
      throw this.#fail('more items than bytes left')
    if (type === types.object) {
      this.#spend('objects', count)
      return this.#repeat(count, () => this.object(reads + 5))
    }
    if (type === types.string) {
      this.#spend('strings', count)
      if (count) this.#nest(reads + 9)
      return this.#repeat(count, () => this.#string())
    }
    this.#spend('numbers', count)
    return this.#repeat(count, () => this.#scalar(type))
  }

  #repeat(count: number, read: () => EpeeValue): EpeeValue[] {
    const items = new Array<EpeeValue>(count)
    for (let i = 0; i < count; i++) items[i] = read()
    return items
  }

  #string(): Uint8Array {
    const length = this.#size()
    if (length >= maxStringLength) throw this.#fail('string too long')
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  #scalar(type: number): EpeeValue {
    const view = this.#view
    switch (type) {
      case types.i64:
        return view.getBigInt64(this.#take(8), true)
      case types.i32:
        return view.getInt32(this.#take(4), true)
      case types.i16:
        return view.getInt16(this.#take(2), true)
      case types.i8:
        return view.getInt8(this.#take(1))
      case types.u64:
        return view.getBigUint64(this.#take(8), true)
      case types.u32:
        return view.getUint32(this.#take(4), true)
      case types.u16:
        return view.getUint16(this.#take(2), true)
      case types.u8:
        return this.#byte()
      case types.double:
        return view.getFloat64(this.#take(8), true)
      case types.bool:
        return this.#bool()
    }
    throw this.#fail(`unknown type ${type}`)
  }

  #bool(): boolean {
    const byte = this.#byte()
    if (byte > 1) throw this.#fail('bool: expected 0 or 1')
    return byte === 1
  }
}

/**
 * The fewest bytes of an item of each type. Lists in lists are read only if empty, as in the reference;
 * it expects two bytes for a string, and so refuses a list of empty strings that it can write.
 *
 * @see monero contrib/epee/include/storages/portable_storage_from_bin.h ps_min_bytes
 */
const smallestSize: { readonly [type: number]: number } = {
  ...fixedSizes,
  [types.string]: 1,
  [types.object]: 1,
  [types.array]: 1,
}
