/**
 * The little CBOR of animated QR codes: a byte string, and a list of four numbers and a byte string.
 *
 * @module
 * @see RFC 8949 section 3, of which the deterministic encoding is used (section 4.2.1)
 */
import { dataView, joinBytes } from '../bytes.ts'

const majors = { number: 0, bytes: 2, list: 4 }

/** Kind and value, or length, in the shortest form. @param value - A u32. */
function head(kind: keyof typeof majors, value: number): Uint8Array {
  const major = majors[kind] << 5
  if (value < 24) return Uint8Array.of(major | value)
  if (value < 2 ** 8) return Uint8Array.of(major | 24, value)
  if (value < 2 ** 16) return Uint8Array.of(major | 25, value >>> 8, value)
  return Uint8Array.of(major | 26, value >>> 24, value >>> 16, value >>> 8, value)
}

/** A byte string. */
export const writeByteString = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  joinBytes([head('bytes', bytes.length), bytes])

/** A list of u32 with a byte string at its end. */
export const writeNumbersAndBytes = (numbers: readonly number[], bytes: Uint8Array): Uint8Array =>
  joinBytes([
    head('list', numbers.length + 1),
    ...numbers.map((number) => head('number', number)),
    writeByteString(bytes),
  ])

/** The byte string; undefined where the bytes are anything else. */
export function readByteString(cbor: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const length = readHead(cbor, 0, 'bytes')
  if (!length || cbor.length - length.end !== length.value) return undefined
  return cbor.slice(length.end)
}

/** Such a list with `count` numbers; undefined where the bytes are anything else. */
export function readNumbersAndBytes(
  cbor: Uint8Array,
  count: number,
): { numbers: number[]; bytes: Uint8Array } | undefined {
  const list = readHead(cbor, 0, 'list')
  if (list?.value !== count + 1) return undefined
  const numbers: number[] = []
  let at = list.end
  for (let i = 0; i < count; i++) {
    const number = readHead(cbor, at, 'number')
    if (!number) return undefined
    numbers.push(number.value)
    at = number.end
  }
  const bytes = readByteString(cbor.subarray(at))
  return bytes && { numbers, bytes }
}

/** A u32 in its shortest form, and where it ends. */
function readHead(cbor: Uint8Array, at: number, kind: keyof typeof majors) {
  const first = cbor[at]
  if (first === undefined || first >>> 5 !== majors[kind]) return undefined
  const info = first & 31
  if (info < 24) return { value: info, end: at + 1 }
  const width = { 24: 1, 25: 2, 26: 4 }[info]
  if (width === undefined || at + 1 + width > cbor.length) return undefined
  const view = dataView(cbor)
  const value =
    width === 1
      ? view.getUint8(at + 1)
      : width === 2
        ? view.getUint16(at + 1)
        : view.getUint32(at + 1)
  const isShortest = head(kind, value).length === 1 + width
  return isShortest ? { value, end: at + 1 + width } : undefined
}
