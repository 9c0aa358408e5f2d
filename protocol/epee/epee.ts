/**
 * Portable storage: the binary form of monero's requests and answers, driven by contract fields.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_to_bin.h
 */
import { decodeText } from '../json/json.ts'
import {
  FieldError,
  object,
  type AnyField,
  type Fields,
  type Input,
  type Value,
} from '../fields.ts'
import { readEpee, type EpeeLimits } from './reader.ts'
import { EpeeWriter, writeFields, WrittenList } from './writer.ts'

export { EpeeError, readEpee, type EpeeLimits } from './reader.ts'

/**
 * Writes an object. Members are sorted by name and empty lists are left out, so that
 * the bytes are the same as from monero.
 *
 * @throws FieldError for a value that does not fit its field.
 */
export function epeeFrom<F extends Fields>(fields: F, value: Input<F>): Uint8Array<ArrayBuffer> {
  const writer = new EpeeWriter(writtenSize(value))
  try {
    writeFields(writer, fields, value)
  } catch (error) {
    // The writer's error has no path. Parsing the value gives it one.
    if (error instanceof FieldError) object(fields).parse(value, '')
    throw error
  }
  return writer.bytes()
}

/** Bytes of the lists that are already written. */
function writtenSize(value: object): number {
  let size = 0
  for (const member of Object.values(value)) if (member instanceof WrittenList) size += member.size
  return size
}

/**
 * Reads an object and checks its fields. Byte values are views of `bytes`.
 *
 * @throws EpeeError for bytes that are not a portable storage.
 * @throws FieldError for a value that does not fit its field.
 */
export function epeeTo<F extends Fields>(
  fields: F,
  bytes: Uint8Array,
  limits?: EpeeLimits,
): Value<F> {
  const storage = object(fields)
  return storage.parse(withText(storage, readEpee(bytes, limits)), '')
}

/** Strings on the wire are bytes; text fields decode them. */
function withText(field: AnyField, value: unknown): unknown {
  const { element, fields } = field.inside
  if (value instanceof Uint8Array)
    return field.kind === 'text' || field.kind === 'choice' ? decodeText(value) : value
  if (element && Array.isArray(value)) return value.map((item) => withText(element, item))
  if (!fields || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(fields))
    if (Object.hasOwn(members, name)) members[name] = withText(inner, members[name])
  return members
}
