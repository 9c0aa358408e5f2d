/**
 * Rows of a complete chunk as a scan needs them: positions of keys; all else is skipped.
 *
 * It accepts the same bytes as `row-format.ts`, which makes objects: a scan of the whole chain could not afford them.
 *
 * @module
 */
import { ChainError, type Reader } from '../chain/reader.ts'
import { rowFlags, versionOne } from './row-format.ts'
import { commitmentSize, keyImageSize } from './row.ts'

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
  /** Position of the first 8 bytes of each key image. */
  keyImages: number[]
  /** Position of the first public key of each transaction, and how many it has. */
  publicKeys: number[]
  publicKeyCounts: number[]
  additionalKeys: number[]
  additionalKeyCounts: number[]
  /** Position of each transaction's id. */
  ids: number[]
  /** Fee of each in piconero; not a safe integer where it is too large. */
  fees: number[]
  /** Sum of the amounts in the clear, in piconero: what a miner transaction pays. */
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

/**
 * Reads one complete row into the columns.
 *
 * @param unlockTime - The usual one at its place, which is left out.
 * @param nextOutput - Global index of the next RingCT output.
 * @returns The global index of the RingCT output after it.
 * @throws ChainError as `readRow` does.
 */
export function placeRow(
  reader: Reader,
  places: RowPlaces,
  { unlockTime, nextOutput }: { unlockTime: bigint; nextOutput: number },
): number {
  places.rows.push(reader.offset)
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
  if (isPlain && first & rowFlags.encryptedPaymentId)
    throw new ChainError('payment id', 'expected one, got two')
  const inputs = reader.count('key images', keyImageSize.complete)
  const outputs = reader.count('outputs', 32)
  if (version === 2 && (type === 0) !== (inputs === 0))
    throw new ChainError('key images', `${inputs} do not fit RingCT type ${type}`)
  const keys = Math.floor(unusual / 2)
  places.publicKeyCounts.push(keys)
  places.publicKeys.push(reader.skip(32 * keys, 'public key'))
  placeAdditional(reader, places, first)
  placeOutputs(reader, places, first, outputs)
  for (let at = 0; at < inputs; at++)
    places.keyImages.push(reader.skip(keyImageSize.complete, 'key image'))
  places.ids.push(reader.skip(32, 'transaction id'))
  placeMoney(reader, places, { version, type, outputs })
  places.fees.push(inputs > 0 ? Number(reader.varint('fee')) : 0)
  reader.varint('size')
  if (first & rowFlags.unlockTime && reader.varint('unlock time') === unlockTime)
    throw new ChainError('unlock time', 'is the usual one')
  if (isPlain) reader.skip(32, 'payment id')
  if (first & rowFlags.encryptedPaymentId) reader.skip(8, 'payment id')
  if (version === 1) return nextOutput
  for (let at = 0; at < outputs; at++) places.indices.push(nextOutput + at)
  return nextOutput + outputs
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

function placeMoney(
  reader: Reader,
  places: RowPlaces,
  { version, type, outputs }: { version: number; type: number; outputs: number },
) {
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
