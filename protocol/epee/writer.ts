/**
 * Writes portable storage: a field's kind decides the type on the wire.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_to_bin.h
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { header, listFlag, types } from './types.ts'
import { FieldError, type AnyField, type Fields } from '../fields.ts'
import { joinBytes, u64sToBytes } from '../bytes.ts'

/**
 * A list whose items are already written, one after the other: a member of an object may be one in place of its list.
 */
export class WrittenList {
  readonly count: number
  readonly parts: readonly Uint8Array[]

  /** @param parts - Bytes of all `count` items, cut anywhere. The items must fit the list's field. */
  constructor(count: number, parts: readonly Uint8Array[]) {
    this.count = count
    this.parts = parts
  }

  /** Of all items, in bytes. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0)
  }
}

/** A growing byte buffer. */
export class EpeeWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #view: DataView
  #length = 0
  readonly #isSized: boolean

  /** @param expected - Least number of bytes that will be written, if it is known. */
  constructor(expected = 0) {
    this.#isSized = expected > 0
    this.#bytes = new Uint8Array(expected + 1024)
    this.#view = new DataView(this.#bytes.buffer)
    this.put(header)
  }

  /** The bytes written so far. Nothing may be written after it. */
  bytes(): Uint8Array<ArrayBuffer> {
    // A long answer is not copied: V8 would collect garbage for each.
    const isView = this.#isSized && 16 * (this.#bytes.length - this.#length) < this.#length
    return isView ? this.#bytes.subarray(0, this.#length) : this.#bytes.slice(0, this.#length)
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length
  }

  put(bytes: Uint8Array) {
    const at = this.#reserve(bytes.length)
    this.#bytes.set(bytes, at)
  }

  byte(value: number) {
    const at = this.#reserve(1)
    this.#bytes[at] = value
  }

  /** A count: its two low bits encode its size in bytes. */
  size(count: number) {
    if (count < 2 ** 6) this.byte(count << 2)
    else if (count < 2 ** 14) this.scalar('u16', (count << 2) | 1)
    else if (count < 2 ** 30) this.scalar('u32', count * 4 + 2)
    else this.scalar('u64', (BigInt(count) << 2n) | 3n)
  }

  string(bytes: Uint8Array) {
    this.size(bytes.length)
    this.put(bytes)
  }

  /** An integer, double or bool that fits its kind. */
  scalar(kind: ScalarKind, value: bigint | number | boolean) {
    const { width, put } = scalars[kind]
    const at = this.#reserve(width)
    put(this.#view, at, value as never)
  }

  /** Reserves `size` bytes; returns their offset. */
  #reserve(size: number): number {
    const start = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2))
      grown.set(this.#bytes)
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    return start
  }
}

type ScalarKind = Exclude<keyof typeof types, 'string' | 'object' | 'array'>
type Scalar = { width: number; put: (view: DataView, at: number, value: never) => void }

const scalars: { readonly [Kind in ScalarKind]: Scalar } = {
  i64: { width: 8, put: (view, at, value: bigint) => view.setBigInt64(at, value, true) },
  i32: { width: 4, put: (view, at, value: number) => view.setInt32(at, value, true) },
  i16: { width: 2, put: (view, at, value: number) => view.setInt16(at, value, true) },
  i8: { width: 1, put: (view, at, value: number) => view.setInt8(at, value) },
  u64: { width: 8, put: (view, at, value: bigint) => view.setBigUint64(at, value, true) },
  u32: { width: 4, put: (view, at, value: number) => view.setUint32(at, value, true) },
  u16: { width: 2, put: (view, at, value: number) => view.setUint16(at, value, true) },
  u8: { width: 1, put: (view, at, value: number) => view.setUint8(at, value) },
  double: { width: 8, put: (view, at, value: number) => view.setFloat64(at, value, true) },
  bool: { width: 1, put: (view, at, value: boolean) => view.setUint8(at, value ? 1 : 0) },
}

const isScalar = (kind: string): kind is ScalarKind => Object.hasOwn(scalars, kind)

/**
 * Writes the members of an object that have a value, in the order of their names.
 *
 * @throws FieldError without a path: tracking paths would cost more than all else.
 */
export function writeFields(writer: EpeeWriter, fields: Fields, value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FieldError('', 'object', value)
  const source = value as Record<string, unknown>
  const members = inOrder(fields)
  let count = 0
  for (const { name, field } of members) {
    const member = source[name] ?? undefined
    if (member === undefined && !field.schema.optional) field.parse(member, name)
    if (!isAbsent(member)) count++
  }
  writer.size(count)
  for (const { name, written, write } of members) {
    const member = source[name] ?? undefined
    if (isAbsent(member)) continue
    writer.put(written)
    write(writer, member)
  }
}

// The reference leaves empty lists out. @see serialize_stl_container_t_val
const isAbsent = (member: unknown) =>
  member === undefined ||
  (Array.isArray(member) && member.length === 0) ||
  (member instanceof WrittenList && member.count === 0)

type Write = (writer: EpeeWriter, value: unknown) => void

/** `written` is the encoded name: a byte of length, then its bytes. */
type Member = { name: string; written: Uint8Array; field: AnyField; write: Write }

const orders = new WeakMap<Fields, Member[]>()

// The reference keeps members in a sorted map; names are ASCII.
function inOrder(fields: Fields) {
  const known = orders.get(fields)
  if (known) return known
  const order = Object.entries(fields)
    .map(([name, field]) => ({
      name,
      written: utf8ToBytes(String.fromCharCode(name.length) + name),
      field,
      write: memberWriter(field),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  orders.set(fields, order)
  return order
}

/** Writes a type byte and a value. */
function memberWriter(field: AnyField): Write {
  const { element } = field.inside
  if (element) {
    const write = listWriter(element)
    const type = typeOf(element) | listFlag
    return (writer, value) =>
      value instanceof WrittenList ? putWritten(writer, type, value) : write(writer, value)
  }
  const type = typeOf(field)
  const write = valueWriter(field)
  return (writer, value) => {
    writer.byte(type)
    write(writer, value)
  }
}

function putWritten(writer: EpeeWriter, type: number, { count, parts }: WrittenList) {
  writer.byte(type)
  writer.size(count)
  for (const part of parts) writer.put(part)
}

function listWriter(element: AnyField): Write {
  const whole = itemsWriter(element)
  const { bareMember, fields } = element.inside
  if (bareMember === undefined) return (writer, value) => whole(writer, itemsOf(value))
  const bare = itemsWriter(fields![bareMember]!)
  return (writer, value) => {
    const items = itemsOf(value)
    if (!items.every((item) => hasOnly(item, bareMember))) return whole(writer, items)
    const values = items.map((item) => (item as Record<string, unknown>)[bareMember])
    bare(writer, values)
  }
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

function hasOnly(item: unknown, name: string): boolean {
  const members = item as Record<string, unknown>
  for (const own in members) if (own !== name && members[own] !== undefined) return false
  return true
}

function itemsWriter(element: AnyField) {
  const type = typeOf(element) | listFlag
  const write = valueWriter(element)
  return (writer: EpeeWriter, items: readonly unknown[]) => {
    writer.byte(type)
    writer.size(items.length)
    for (const item of items) write(writer, item)
  }
}

function typeOf({ kind, inside }: AnyField): number {
  if (inside.fields) return types.object
  if (isScalar(kind)) return types[kind]
  if (
    kind === 'text' ||
    kind === 'choice' ||
    kind === 'bytes' ||
    kind === 'packed' ||
    kind === 'counts'
  )
    return types.string
  throw new TypeError(`portable storage: no type for the field kind ${kind}`)
}

function valueWriter(field: AnyField): Write {
  const { kind, inside } = field
  const { fields } = inside
  if (fields) return (writer, value) => writeFields(writer, fields, value)
  if (isScalar(kind))
    return (writer, value) => writer.scalar(kind, field.parse(value, '') as bigint)
  const bytes = stringOf(kind)
  return (writer, value) => writer.string(bytes(field.parse(value, '')))
}

/** Encodes a value of a string kind. */
function stringOf(kind: string): (value: unknown) => Uint8Array {
  if (kind === 'packed') return (value) => joinBytes(value as Uint8Array[])
  if (kind === 'counts') return (value) => u64sToBytes(value as BigUint64Array)
  if (kind === 'bytes') return (value) => value as Uint8Array
  return (value) => utf8ToBytes(value as string)
}
