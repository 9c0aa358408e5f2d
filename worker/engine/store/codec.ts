/**
 * Records as bytes: compact, self-describing, quick to read.
 *
 * A value is a tag and its content; lengths and small integers are LEB128. Names of fields are
 * indices into a list that only ever grows, so a wallet written by an older version stays readable;
 * a name that is not in the list is written out. Lower-case hex takes half its length.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { isHex, longHex } from '#protocol/hex.ts'
import { setMember } from '#protocol/json/scanner.ts'
import { ByteReader, ByteWriter } from './record-bytes.ts'

const tag = {
  false: 0,
  true: 1,
  number: 2,
  bigint: 3,
  bigint64: 4,
  text: 5,
  hex: 6,
  bytes: 7,
  list: 8,
  object: 9,
} as const

/** Positions are part of the format: append, never reorder. */
const names = [
  'network',
  'kind',
  'restoreHeight',
  'createdAt',
  'seedLanguage',
  'deterministic',
  'lookahead',
  'accounts',
  'addresses',
  'spendSecret',
  'viewSecret',
  'spendPublic',
  'viewPublic',
  'labels',
  'spendKeys',
  'first',
  'ids',
  'key',
  'txid',
  'indexInTx',
  'globalIndex',
  'amount',
  'mask',
  'ringct',
  'coinbase',
  'txPublicKey',
  'subaddress',
  'account',
  'address',
  'keyImage',
  'height',
  'timestamp',
  'unlockTime',
  'frozen',
  'spent',
  'amounts',
  'fee',
  'paymentId',
  'doubleSpendSeen',
  'state',
  'blob',
  'txKeys',
  'subaddresses',
  'destinations',
  'amountIn',
  'amountOut',
  'change',
  'keyImages',
  'rings',
  'table',
  'record',
  'description',
  'imported',
  'position',
  'requested',
  'proven',
  'found',
  'last',
  'replaced',
  'number',
  'detached',
  'nonces',
  'peers',
  'signer',
  'commitments',
  'L',
  'R',
  'real',
  'candidates',
  'ring',
  'answer',
  'daemon',
  'points',
  'refused',
  'claims',
  'resendAt',
  'abandoned',
  'times',
  'ringctOutputs',
  'before',
  'loaded',
  'counts',
  'proved',
  'pinned',
]
const indexOfName = new Map(names.map((name, index) => [name, index + 1]))

// In lower case, as the reader returns it.
const isLowerHex = (text: string) => text.length > 0 && isHex(text) && !/[A-F]/.test(text)
const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Writes one record.
 *
 * @param value - Booleans, whole numbers and bigints of u64, text, bytes, lists and plain objects
 *   of these. A field that is `undefined` is left out.
 * @throws {RangeError} On anything else, and on a number that is negative or no integer.
 */
export function encodeRecord(value: unknown): Uint8Array {
  const writer = new ByteWriter()
  writeValue(writer, value)
  return writer.finish()
}

/**
 * Reads what {@link encodeRecord} wrote.
 *
 * @param from - Where it begins. @throws {RangeError} When it is cut short or foreign.
 */
export function decodeRecord(bytes: Uint8Array, from = 0): unknown {
  const reader = new ByteReader(bytes, from)
  const value = readValue(reader)
  if (!reader.atEnd) throw new RangeError('record: bytes after its end')
  return value
}

function writeValue(writer: ByteWriter, value: unknown): void {
  if (typeof value === 'boolean') writer.byte(value ? tag.true : tag.false)
  else if (typeof value === 'number') {
    writer.byte(tag.number)
    writer.varint(value)
  } else if (typeof value === 'bigint') writeBigint(writer, value)
  else if (typeof value === 'string') writeText(writer, value)
  else if (value instanceof Uint8Array) {
    writer.byte(tag.bytes)
    writer.sized(value)
  } else if (Array.isArray(value)) {
    writer.byte(tag.list)
    writer.varint(value.length)
    for (const item of value) writeValue(writer, item)
  } else if (typeof value === 'object' && value !== null) writeObject(writer, value)
  else throw new RangeError(`record: cannot keep ${value === null ? 'null' : typeof value}`)
}

function writeBigint(writer: ByteWriter, value: bigint) {
  if (value >= 0n && value <= largestSafe) {
    writer.byte(tag.bigint)
    writer.varint(Number(value))
  } else {
    writer.byte(tag.bigint64)
    writer.u64(value)
  }
}

function writeText(writer: ByteWriter, value: string) {
  const isHex = isLowerHex(value)
  writer.byte(isHex ? tag.hex : tag.text)
  writer.sized(isHex ? hexToBytes(value) : utf8.encode(value))
}

function writeObject(writer: ByteWriter, value: object) {
  const fields = Object.entries(value).filter(([, member]) => member !== undefined)
  writer.byte(tag.object)
  writer.varint(fields.length)
  for (const [name, member] of fields) {
    const index = indexOfName.get(name) ?? 0
    writer.varint(index)
    if (index === 0) writer.sized(utf8.encode(name))
    writeValue(writer, member)
  }
}

function readValue(reader: ByteReader): unknown {
  const kind = reader.byte()
  switch (kind) {
    case tag.false:
      return false
    case tag.true:
      return true
    case tag.number:
      return reader.varint()
    case tag.bigint:
      return BigInt(reader.varint())
    case tag.bigint64:
      return reader.u64()
    case tag.text:
      return textIn(reader.sized())
    case tag.hex:
      return longHex(reader.sized())
    case tag.bytes:
      return reader.sized().slice()
    case tag.list:
      return readList(reader)
    case tag.object:
      return readObject(reader)
    default:
      throw new RangeError(`record: unknown tag ${kind}`)
  }
}

// Grows as items are read: in nested lists every count may be as large as the rest of the record.
function readList(reader: ByteReader): unknown[] {
  const items: unknown[] = []
  for (let left = reader.count(); left > 0; left--) items.push(readValue(reader))
  return items
}

/** @throws {RangeError} The decoder itself throws another error. */
function textIn(bytes: Uint8Array): string {
  try {
    return fromUtf8.decode(bytes)
  } catch {
    throw new RangeError('record: a text is not UTF-8')
  }
}

function readObject(reader: ByteReader) {
  const value: Record<string, unknown> = {}
  const length = reader.count()
  for (let i = 0; i < length; i++) {
    const index = reader.varint()
    const name = index === 0 ? textIn(reader.sized()) : names[index - 1]
    if (name === undefined) throw new RangeError(`record: unknown field ${index}`)
    setMember(value, name, readValue(reader))
  }
  return value
}
