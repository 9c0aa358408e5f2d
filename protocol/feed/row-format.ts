/**
 * Rows of the scan feed as bytes: `docs/scan-feed.md`. One row has one encoding.
 *
 * @module
 */
import { ChainError, type Reader } from '../chain/reader.ts'
import { hasShortAmounts, type RingCtType } from '../chain/ringct.ts'
import type { Writer } from '../chain/writer.ts'
import {
  commitmentSize,
  keyImageSize,
  type FeedDetails,
  type FeedKind,
  type FeedOutput,
  type FeedRow,
} from './row.ts'

/** Bits of the first byte. The lowest three are the RingCT type, or 7 for version 1. */
export const rowFlags = {
  viewTags: 8,
  unlockTime: 16,
  additionalKeys: 32,
  encryptedPaymentId: 64,
  /** A varint follows: twice the number of public keys, plus 1 for a payment id in the clear. */
  unusual: 128,
} as const

/** Flags of details, which scan rows do not have. */
export const detailFlags = rowFlags.unlockTime | rowFlags.encryptedPaymentId

/** Stands for version 1 in place of a RingCT type. */
export const versionOne = 7

/** What the place of a row says about it. `unlockTime`: the usual one there, which is left out. */
export type RowPlace = { kind: FeedKind; unlockTime: bigint }

/** Appends a row. @throws ChainError For a row that lacks a part, or whose outputs differ in kind. */
export function writeRow(writer: Writer, row: FeedRow, place: RowPlace): void {
  const { publicKeys, additionalKeys, outputs, keyImages } = row
  const details = place.kind === 'complete' ? detailsOf(row) : undefined
  const hasTags = outputs[0]?.viewTag !== undefined
  const isLate = details !== undefined && details.unlockTime !== place.unlockTime
  const plainId = details?.paymentId?.kind === 'plain' ? 1 : 0
  const isUnusual = publicKeys.length !== 1 || plainId === 1
  writer.byte(
    (row.version === 1 ? versionOne : row.type) |
      (hasTags ? rowFlags.viewTags : 0) |
      (isLate ? rowFlags.unlockTime : 0) |
      (additionalKeys.length > 0 ? rowFlags.additionalKeys : 0) |
      (details?.paymentId?.kind === 'encrypted' ? rowFlags.encryptedPaymentId : 0) |
      (isUnusual ? rowFlags.unusual : 0),
  )
  if (isUnusual) writer.varint(2 * publicKeys.length + plainId)
  writer.varint(keyImages.length).varint(outputs.length)
  writer.keys(publicKeys, publicKeys.length, 'public key')
  if (additionalKeys.length > 0)
    writer
      .varint(additionalKeys.length)
      .keys(additionalKeys, additionalKeys.length, 'additional key')
  for (const { key, viewTag } of outputs) {
    writer.key(key, 'output key')
    if (hasTags !== (viewTag !== undefined))
      throw new ChainError('view tag', 'expected all outputs to have one, or none')
    if (viewTag !== undefined) writer.byte(viewTag)
  }
  for (const image of keyImages) writer.fixed(image, keyImageSize[place.kind], 'key image')
  if (details) writeDetails(writer, row, details, isLate)
}

function detailsOf({ details }: FeedRow): FeedDetails {
  if (!details) throw new ChainError('row', 'expected a complete one')
  return details
}

function writeDetails(writer: Writer, row: FeedRow, details: FeedDetails, isLate: boolean) {
  writer.key(details.id, 'transaction id')
  for (const output of row.outputs) writeMoney(writer, row, output)
  if (row.keyImages.length > 0) writer.varint(details.fee)
  writer.varint(details.size)
  if (isLate) writer.varint(details.unlockTime)
  if (details.paymentId) writer.raw(details.paymentId.id)
}

function writeMoney(writer: Writer, { version, type }: FeedRow, { money }: FeedOutput) {
  if (!money) throw new ChainError('row', 'expected a complete one')
  if ('amount' in money) {
    writer.varint(money.amount)
    if (version === 1) writer.varint(money.index ?? 0n)
    return
  }
  if (money.mask) writer.key(money.mask, 'hidden mask')
  writer.fixed(money.encrypted, hasShortAmounts(type) ? 8 : 32, 'hidden amount')
  writer.fixed(money.commitment, commitmentSize, 'commitment')
}

/** Reads a row. Keys in it are views of the bytes. @throws ChainError For other than what {@link writeRow} writes. */
export function readRow(reader: Reader, place: RowPlace): FeedRow {
  const first = reader.byte('row')
  const version = (first & 7) === versionOne ? 1 : 2
  const type = (version === 1 ? 0 : first & 7) as RingCtType
  const unusual = first & rowFlags.unusual ? reader.count('public keys', 0.5) : 2
  const isPlain = unusual % 2 === 1
  if (first & rowFlags.unusual && unusual === 2)
    throw new ChainError('row', 'is not in its shortest form')
  if (place.kind === 'scan' && (isPlain || first & detailFlags))
    throw new ChainError('row', 'expected a scan row, got details')
  if (isPlain && first & rowFlags.encryptedPaymentId)
    throw new ChainError('payment id', 'expected one, got two')
  const inputs = reader.count('key images', keyImageSize[place.kind])
  const outputs = reader.count('outputs', 32)
  if (version === 2 && (type === 0) !== (inputs === 0))
    throw new ChainError('key images', `${inputs} do not fit RingCT type ${type}`)
  const row: FeedRow = {
    version,
    type,
    publicKeys: reader.keys(Math.floor(unusual / 2), 'public key'),
    additionalKeys: first & rowFlags.additionalKeys ? readAdditional(reader) : [],
    outputs: Array.from({ length: outputs }, () => readOutput(reader, first)),
    keyImages: Array.from({ length: inputs }, () =>
      reader.take(keyImageSize[place.kind], 'key image'),
    ),
  }
  if (outputs === 0 && first & rowFlags.viewTags)
    throw new ChainError('view tag', 'there is no output')
  if (place.kind === 'complete') row.details = readDetails(reader, row, { first, isPlain, place })
  return row
}

function readAdditional(reader: Reader): Uint8Array[] {
  const count = reader.count('additional keys', 32)
  if (count === 0) throw new ChainError('additional keys', 'expected some, got none')
  return reader.keys(count, 'additional key')
}

function readOutput(reader: Reader, first: number): FeedOutput {
  const key = reader.take(32, 'output key')
  return first & rowFlags.viewTags ? { key, viewTag: reader.byte('view tag') } : { key }
}

function readDetails(
  reader: Reader,
  row: FeedRow,
  { first, isPlain, place }: { first: number; isPlain: boolean; place: RowPlace },
): FeedDetails {
  const id = reader.take(32, 'transaction id')
  for (const output of row.outputs) output.money = readMoney(reader, row)
  const fee = row.keyImages.length > 0 ? reader.varint('fee') : 0n
  const size = reader.varint('size')
  const unlockTime = first & rowFlags.unlockTime ? reader.varint('unlock time') : place.unlockTime
  if (first & rowFlags.unlockTime && unlockTime === place.unlockTime)
    throw new ChainError('unlock time', 'is the usual one')
  if (isPlain)
    return {
      id,
      fee,
      size,
      unlockTime,
      paymentId: { kind: 'plain', id: reader.take(32, 'payment id') },
    }
  if (first & rowFlags.encryptedPaymentId)
    return {
      id,
      fee,
      size,
      unlockTime,
      paymentId: { kind: 'encrypted', id: reader.take(8, 'payment id') },
    }
  return { id, fee, size, unlockTime }
}

function readMoney(reader: Reader, { version, type }: FeedRow): NonNullable<FeedOutput['money']> {
  if (version === 1)
    return { amount: reader.varint('amount'), index: reader.varint('output index') }
  if (type === 0) return { amount: reader.varint('amount') }
  return {
    ...(!hasShortAmounts(type) && { mask: reader.take(32, 'hidden mask') }),
    encrypted: reader.take(hasShortAmounts(type) ? 8 : 32, 'hidden amount'),
    commitment: reader.take(commitmentSize, 'commitment'),
  }
}
