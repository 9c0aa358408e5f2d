/**
 * A transaction's extra: tagged fields that nodes do not validate.
 *
 * It may hold any bytes, so the parser is tolerant in exactly monero's way: fields before the first
 * malformed one count, the bytes after it do not.
 *
 * @module
 * @see monero src/cryptonote_basic/tx_extra.h
 */
import { ChainError, Reader } from './reader.ts'
import { Writer } from './writer.ts'

export type ExtraField =
  /** Zero bytes to the end; `size` counts the tag too, 1 to 255. */
  | { kind: 'padding'; size: number }
  /** The transaction's public key. */
  | { kind: 'publicKey'; key: Uint8Array }
  /** Up to 255 arbitrary bytes; holds the payment id. */
  | { kind: 'nonce'; nonce: Uint8Array }
  | { kind: 'mergeMining'; depth: bigint; merkleRoot: Uint8Array }
  /** One public key per output, if some pay subaddresses. */
  | { kind: 'additionalKeys'; keys: Uint8Array[] }
  | { kind: 'minergate'; data: Uint8Array }

export type Extra = {
  fields: ExtraField[]
  /** The bytes after the last well-formed field; empty if all were parsed. */
  rest: Uint8Array
}

const tags = {
  padding: 0x00,
  publicKey: 0x01,
  nonce: 0x02,
  mergeMining: 0x03,
  additionalKeys: 0x04,
  minergate: 0xde,
} as const

/** monero TX_EXTRA_PADDING_MAX_COUNT, TX_EXTRA_NONCE_MAX_COUNT */
const maxPadding = 255
const maxNonce = 255

/**
 * Parses all fields up to the first malformed one. Never throws.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp parse_tx_extra
 */
export function parseExtra(extra: Uint8Array): Extra {
  const reader = new Reader(extra)
  const fields: ExtraField[] = []
  while (reader.left > 0) {
    const start = reader.offset
    const field = readField(reader)
    if (!field) return { fields, rest: extra.subarray(start) }
    fields.push(field)
  }
  return { fields, rest: extra.subarray(extra.length) }
}

function readField(reader: Reader): ExtraField | undefined {
  try {
    return fieldAt(reader)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

function fieldAt(reader: Reader): ExtraField | undefined {
  switch (reader.byte('extra tag')) {
    case tags.padding:
      return readPadding(reader)
    case tags.publicKey:
      return { kind: 'publicKey', key: reader.take(32, 'public key') }
    case tags.nonce: {
      const nonce = readString(reader)
      return nonce.length > maxNonce ? undefined : { kind: 'nonce', nonce }
    }
    case tags.mergeMining:
      return readMergeMining(new Reader(readString(reader)))
    case tags.additionalKeys:
      return { kind: 'additionalKeys', keys: reader.keys(readSize(reader), 'additional key') }
    case tags.minergate:
      return { kind: 'minergate', data: readString(reader) }
    default:
      return undefined
  }
}

function readPadding(reader: Reader): ExtraField | undefined {
  const size = reader.left + 1
  if (size > maxPadding) return undefined
  const zeros = reader.take(reader.left, 'padding')
  return zeros.every((byte) => byte === 0) ? { kind: 'padding', size } : undefined
}

function readMergeMining(reader: Reader): ExtraField {
  const depth = reader.varint('merge mining depth')
  const merkleRoot = reader.take(32, 'merge mining root')
  reader.end('merge mining')
  return { kind: 'mergeMining', depth, merkleRoot }
}

const readString = (reader: Reader) => reader.take(readSize(reader), 'extra field')

// Monero accepts a varint that the end of the extra truncates, with the value of the bytes read. That
// value is a size, so it must be zero.
function readSize(reader: Reader): number {
  const cut = reader.left > 0 && reader.left < 10 && reader.bytes.subarray(reader.offset)
  if (!cut || cut.some((byte) => byte !== 0x80)) return reader.count('extra field size', 1)
  reader.take(cut.length, 'extra field size')
  return 0
}

/**
 * The transaction's public keys in order; wallets try each.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_tx_pub_key_from_extra
 */
export const publicKeys = (fields: readonly ExtraField[]): Uint8Array[] =>
  fields.flatMap((field) => (field.kind === 'publicKey' ? [field.key] : []))

/**
 * Per-output public keys of the first such field; empty without such a field.
 *
 * @see monero get_additional_tx_pub_keys_from_extra
 */
export const additionalKeys = (fields: readonly ExtraField[]): Uint8Array[] =>
  fields.find((field) => field.kind === 'additionalKeys')?.keys ?? []

/** A payment id: 8 bytes, encrypted; or 32 bytes in the clear, obsolete. */
export type ExtraPaymentId = { kind: 'encrypted' | 'plain'; id: Uint8Array }

/**
 * The payment id in the first nonce.
 *
 * @see monero get_payment_id_from_tx_extra_nonce, get_encrypted_payment_id_from_tx_extra_nonce
 */
export function paymentId(fields: readonly ExtraField[]): ExtraPaymentId | undefined {
  const nonce = fields.find((field) => field.kind === 'nonce')?.nonce
  if (nonce?.length === 9 && nonce[0] === 1) return { kind: 'encrypted', id: nonce.subarray(1) }
  if (nonce?.length === 33 && nonce[0] === 0) return { kind: 'plain', id: nonce.subarray(1) }
  return undefined
}

/** The nonce that holds a payment id: 8 bytes already encrypted, or 32 in the clear. */
export function paymentIdNonce({ kind, id }: ExtraPaymentId): ExtraField {
  const size = kind === 'encrypted' ? 8 : 32
  const nonce = new Writer().byte(kind === 'encrypted' ? 1 : 0).fixed(id, size, 'payment id')
  return { kind: 'nonce', nonce: nonce.bytes() }
}

/** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp sort_tx_extra */
const order: readonly ExtraField['kind'][] = [
  'publicKey',
  'additionalKeys',
  'nonce',
  'mergeMining',
  'minergate',
  'padding',
]

/**
 * Writes fields in the order that all wallets use, so that the order does not identify this wallet.
 *
 * @throws ChainError for a wrong length.
 */
export function writeExtra(fields: readonly ExtraField[]): Uint8Array {
  const writer = new Writer()
  for (const kind of order)
    for (const field of fields) if (field.kind === kind) writeField(writer, field)
  return writer.bytes()
}

function writeField(writer: Writer, field: ExtraField) {
  writer.byte(tags[field.kind])
  switch (field.kind) {
    case 'padding':
      if (field.size < 1 || field.size > maxPadding)
        throw new ChainError('padding', `expected 1 to ${maxPadding}, got ${field.size}`)
      return writer.raw(new Uint8Array(field.size - 1))
    case 'publicKey':
      return writer.key(field.key, 'public key')
    case 'nonce':
      if (field.nonce.length > maxNonce)
        throw new ChainError('nonce', `at most ${maxNonce} bytes, got ${field.nonce.length}`)
      return writeString(writer, field.nonce)
    case 'mergeMining':
      return writeString(
        writer,
        new Writer().varint(field.depth).key(field.merkleRoot, 'merge mining root').bytes(),
      )
    case 'additionalKeys':
      return writer.varint(field.keys.length).keys(field.keys, field.keys.length, 'additional key')
    case 'minergate':
      return writeString(writer, field.data)
  }
}

const writeString = (writer: Writer, bytes: Uint8Array) => writer.varint(bytes.length).raw(bytes)
