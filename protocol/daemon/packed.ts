/**
 * Lists of values of equal size in one string of bytes.
 *
 * @see monero contrib/epee/include/serialization/keyvalue_serialization.h KV_SERIALIZE_CONTAINER_POD_AS_BLOB
 * @module
 */
import { bytes, Field, FieldError } from '../fields.ts'

/** Values of `size` bytes each. An empty list is left out on the wire, as in monero. */
export const packed = (size: number) =>
  new Field<Uint8Array[]>(
    'packed',
    { type: 'string', contentEncoding: 'binary', 'x-item-bytes': size },
    (value, path) => {
      if (Array.isArray(value) && value.every((item) => isSized(item, size))) return value
      const all = Array.isArray(value) ? undefined : bytes.parse(value, path)
      if (all === undefined || all.length % size !== 0)
        throw new FieldError(path, `values of ${size} bytes`, value)
      return Array.from({ length: all.length / size }, (_, index) =>
        all.subarray(index * size, (index + 1) * size),
      )
    },
  )

const isSized = (item: unknown, size: number) => item instanceof Uint8Array && item.length === size

/** Hashes, 32 bytes each. */
export const hashes = packed(32)

/** One hash. */
export const hash = new Field<Uint8Array>(
  'bytes',
  { type: 'string', contentEncoding: 'binary', minLength: 32, maxLength: 32 },
  (value, path) => {
    const parsed = bytes.parse(value, path)
    if (parsed.length !== 32) throw new FieldError(path, '32 bytes', value)
    return parsed
  },
)
