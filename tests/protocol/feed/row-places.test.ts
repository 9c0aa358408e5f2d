import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { Writer } from '#protocol/chain/writer.ts'
import { readRow, writeRow } from '#protocol/feed/row-format.ts'
import { endRows, noRows, placeRow, type RowPlaces } from '#protocol/feed/row-places.ts'
import { keyImageSize, rowOf, scanRowOf, type FeedKind, type FeedRow } from '#protocol/feed/row.ts'
import { recordedSpends } from '../../support/chains/recorded-transactions.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const unlockTime = 0n

const kinds: readonly FeedKind[] = ['complete', 'scan']

const rows = recordedSpends.flatMap(({ name, id, blob }) => {
  const tx = parseTransaction(blob, { pruned: blob[0] === 2 })
  const row = rowOf(
    tx,
    id,
    tx.outputs.map((_, at) => BigInt(at)),
  )
  return kinds.map((kind) => {
    const writer = new Writer()
    writeRow(writer, kind === 'scan' ? scanRowOf(row) : row, { kind, unlockTime })
    return { name, kind, bytes: writer.bytes() }
  })
})

/** What the columns say of a single row, as the object has it. */
function shown(bytes: Uint8Array, places: RowPlaces, kind: FeedKind) {
  const isComplete = kind === 'complete'
  const key = (at: number, size = 32) => bytesToHex(bytes.subarray(at, at + size))
  const keys = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => key(at + 32 * i))
  return {
    version: places.versions[0],
    publicKeys: keys(places.publicKeys[0]!, places.publicKeyCounts[0]!),
    additionalKeys: keys(places.additionalKeys[0]!, places.additionalKeyCounts[0]!),
    outputs: places.outputs.map((at) => key(at)),
    viewTags: places.viewTags,
    keyImages: places.keyImages.map((at) => key(at, keyImageSize[kind])),
    id: isComplete ? key(places.ids[0]!) : places.ids[0]!,
    fee: places.fees[0],
    clear: places.clear[0],
    indices: places.indices,
  }
}

function expected(row: FeedRow, nextOutput: number, end: number): ReturnType<typeof shown> {
  const money = row.outputs.map((output) => output.money)
  return {
    version: row.version,
    publicKeys: row.publicKeys.map(bytesToHex),
    additionalKeys: row.additionalKeys.map(bytesToHex),
    outputs: row.outputs.map(({ key }) => bytesToHex(key)),
    viewTags: row.outputs.map(({ viewTag = -1 }) => viewTag),
    keyImages: row.keyImages.map(bytesToHex),
    id: row.details ? bytesToHex(row.details.id) : end,
    fee: Number(row.details?.fee ?? 0n),
    clear: money.reduce((sum, each) => sum + (each && 'amount' in each ? each.amount : 0n), 0n),
    indices: money.map((each, at) => {
      if (row.version === 2) return nextOutput + at
      return each && 'index' in each ? Number(each.index) : NaN
    }),
  }
}

/** Both readings of the bytes. */
function bothOf(bytes: Uint8Array, kind: FeedKind) {
  const attempt = (read: (reader: Reader) => unknown) => {
    const reader = new Reader(bytes)
    try {
      const result = read(reader)
      return { result, end: reader.offset }
    } catch (error) {
      if (error instanceof ChainError) return 'refused'
      throw error
    }
  }
  const object = attempt((reader) =>
    expected(readRow(reader, { kind, unlockTime }), 70, reader.offset),
  )
  const columns = attempt((reader) => {
    const places = noRows()
    placeRow(reader, places, { kind, unlockTime, nextOutput: 70 })
    endRows(places)
    return shown(bytes, places, kind)
  })
  return { object, columns }
}

describe('the places of a row', () => {
  test.each(rows)('are those of the $kind row of $name', ({ bytes, kind }) => {
    const { object, columns } = bothOf(bytes, kind)
    expect(object).toHaveProperty('end', bytes.length)
    expect(columns).toEqual(object)
  })

  test('are refused exactly where the row is', () => {
    const changes = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { minLength: 1, maxLength: 3 })
    const property = fc.property(
      fc.constantFrom(...rows),
      changes,
      fc.nat(400),
      ({ bytes: valid, kind }, changes, cut) => {
        const changed = valid.slice(0, cut % 3 === 0 ? cut : valid.length)
        for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte
        const { object, columns } = bothOf(changed, kind)
        expect(columns).toEqual(object)
      },
    )
    fc.assert(property, { numRuns: count(2_000, 200_000), seed: seed() })
  })

  test('count the RingCT outputs of the chain', () => {
    const places = noRows()
    let next = 5
    for (const { bytes, kind } of rows)
      next = placeRow(new Reader(bytes), places, { kind, unlockTime, nextOutput: next })
    const ringCt = places.versions.reduce(
      (sum, version, at) =>
        version === 1
          ? sum
          : sum + (places.firstOutput[at + 1] ?? places.outputs.length) - places.firstOutput[at]!,
      5,
    )
    expect(next).toBe(ringCt)
  })
})
