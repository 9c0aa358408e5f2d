/**
 * Rows of a chunk as a scan needs them: positions of keys; all else is skipped.
 *
 * It accepts the same bytes as `row-format.ts`, which makes objects: a scan of the whole chain could not afford them.
 *
 * @module
 */
import { ChainError, type Reader } from '../chain/reader.ts'
import { detailFlags, rowFlags, versionOne } from './row-format.ts'
import { commitmentSize, keyImageSize, type FeedKind } from './row.ts'

/**
 * Columns of consecutive rows. Numbers of a transaction are those from its `first` number up to that of the next; each
 * such column has one more entry, the number of all.
 */
export type RowPlaces = {
  /** Position of each row. */
  rows: number[]
  /** 1 or 2. */
  versions: number[]
  firstOutput: number[]
  /** Position of each output's one-time key. */
  outputs: number[]
  /** View tag of each output, -1 for one without. */
  viewTags: number[]
  /** Global index of each output: among those of RingCT, or among those of its amount in version 1. */
  indices: number[]
  firstKeyImage: number[]
  /** Position of the first bytes of each key image. */
  keyImages: number[]
  /** Position of the first public key of each transaction, and how many it has. */
  publicKeys: number[]
  publicKeyCounts: number[]
  additionalKeys: number[]
  additionalKeyCounts: number[]
  /** Position of each transaction's id; where the row ends in scan rows, which have none. */
  ids: number[]
  /** Fee of each in piconero; not a safe integer where it is too large; 0 in scan rows. */
  fees: number[]
  /** Sum of the amounts in the clear, in piconero: what a miner transaction pays; 0 in scan rows. */
  clear: bigint[]
}

export const noRows = (): RowPlaces => ({
  rows: [],
  versions: [],
  firstOutput: [],
  outputs: [],
  viewTags: [],
  indices: [],
  firstKeyImage: [],
  keyImages: [],
  publicKeys: [],
  publicKeyCounts: [],
  additionalKeys: [],
  additionalKeyCounts: [],
  ids: [],
  fees: [],
  clear: [],
})

/** Where a row is. */
type RowSpot = {
  kind: FeedKind
  /** The usual one at this place, which is left out. */
  unlockTime: bigint
  /** Global index of the next RingCT output. */
  nextOutput: number
}

/**
 * Reads one row into the columns.
 *
 * @returns The global index of the RingCT output after it.
 * @throws ChainError as `readRow` does.
 */
export function placeRow(reader: Reader, places: RowPlaces, spot: RowSpot): number {
  places.rows.push(reader.offset)
  const row = placeKeys(reader, places, spot.kind)
  if (spot.kind === 'complete') placeDetails(reader, places, row, spot.unlockTime)
  else placeNoDetails(places, row, reader.offset)
  const { version, outputs } = row
  if (version === 1) return spot.nextOutput
  for (let at = 0; at < outputs; at++) places.indices.push(spot.nextOutput + at)
  return spot.nextOutput + outputs
}

/** Flags and counts of a row. */
type RowHead = {
  first: number
  version: 1 | 2
  type: number
  /** Whether it has a payment id in the clear. */
  isPlain: boolean
  inputs: number
  outputs: number
}

/** The part that rows of both kinds have. */
function placeKeys(reader: Reader, places: RowPlaces, kind: FeedKind): RowHead {
  places.firstOutput.push(places.outputs.length)
  places.firstKeyImage.push(places.keyImages.length)
  const first = reader.byte('row')
  const version = (first & 7) === versionOne ? 1 : 2
  const type = version === 1 ? 0 : first & 7
  places.versions.push(version)
  const unusual = first & rowFlags.unusual ? reader.count('public keys', 0.5) : 2
  const isPlain = unusual % 2 === 1
  if (first & rowFlags.unusual && unusual === 2)
    throw new ChainError('row', 'is not in its shortest form')
  if (kind === 'scan' && (isPlain || first & detailFlags))
    throw new ChainError('row', 'expected a scan row, got details')
  if (isPlain && first & rowFlags.encryptedPaymentId)
    throw new ChainError('payment id', 'expected one, got two')
  const inputs = reader.count('key images', keyImageSize[kind])
  const outputs = reader.count('outputs', 32)
  if (version === 2 && (type === 0) !== (inputs === 0))
    throw new ChainError('key images', `${inputs} do not fit RingCT type ${type}`)
  const keys = Math.floor(unusual / 2)
  places.publicKeyCounts.push(keys)
  places.publicKeys.push(reader.skip(32 * keys, 'public key'))
  placeAdditional(reader, places, first)
  placeOutputs(reader, places, first, outputs)
  for (let at = 0; at < inputs; at++)
    places.keyImages.push(reader.skip(keyImageSize[kind], 'key image'))
  return { first, version, type, isPlain, inputs, outputs }
}

function placeDetails(reader: Reader, places: RowPlaces, row: RowHead, unlockTime: bigint) {
  const { first } = row
  places.ids.push(reader.skip(32, 'transaction id'))
  placeMoney(reader, places, row)
  places.fees.push(row.inputs > 0 ? Number(reader.varint('fee')) : 0)
  reader.varint('size')
  if (first & rowFlags.unlockTime && reader.varint('unlock time') === unlockTime)
    throw new ChainError('unlock time', 'is the usual one')
  if (row.isPlain) reader.skip(32, 'payment id')
  if (first & rowFlags.encryptedPaymentId) reader.skip(8, 'payment id')
}

function placeNoDetails(places: RowPlaces, { version, outputs }: RowHead, end: number) {
  places.ids.push(end)
  places.fees.push(0)
  places.clear.push(0n)
  // Those of version 1 are counted by their amounts, which a scan row does not have.
  if (version === 1) for (let at = 0; at < outputs; at++) places.indices.push(NaN)
}

/** Ends the columns. */
export function endRows(places: RowPlaces): void {
  places.firstOutput.push(places.outputs.length)
  places.firstKeyImage.push(places.keyImages.length)
}

function placeAdditional(reader: Reader, places: RowPlaces, first: number) {
  const count = first & rowFlags.additionalKeys ? reader.count('additional keys', 32) : 0
  if (first & rowFlags.additionalKeys && count === 0)
    throw new ChainError('additional keys', 'expected some, got none')
  places.additionalKeyCounts.push(count)
  places.additionalKeys.push(reader.skip(32 * count, 'additional key'))
}

function placeOutputs(reader: Reader, places: RowPlaces, first: number, outputs: number) {
  const hasTags = (first & rowFlags.viewTags) !== 0
  for (let at = 0; at < outputs; at++) {
    places.outputs.push(reader.skip(32, 'output key'))
    places.viewTags.push(hasTags ? reader.byte('view tag') : -1)
  }
  if (outputs === 0 && hasTags) throw new ChainError('view tag', 'there is no output')
}

function placeMoney(reader: Reader, places: RowPlaces, { version, type, outputs }: RowHead) {
  let clear = 0n
  if (version === 1)
    for (let at = 0; at < outputs; at++) {
      clear += reader.varint('amount')
      places.indices.push(Number(reader.varint('output index')))
    }
  else if (type === 0) for (let at = 0; at < outputs; at++) clear += reader.varint('amount')
  else reader.skip(outputs * ((type >= 4 ? 8 : 64) + commitmentSize), 'hidden amount')
  places.clear.push(clear)
}
