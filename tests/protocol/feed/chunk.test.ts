import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { chunkIds, feedBlockOf } from '#protocol/feed/build.ts'
import { readChunk, scanChunkOf, writeChunk, type FeedChunk } from '#protocol/feed/chunk.ts'
import { readRow, writeRow } from '#protocol/feed/row-format.ts'
import { rowOf, scanRowOf, type FeedRow } from '#protocol/feed/row.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { Writer } from '#protocol/chain/writer.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { recordedSpends } from '../../support/chains/recorded-transactions.ts'
import { regtest } from '../../vectors/chain/vectors.ts'

const recorded = new Map(regtest.transactions.map(({ id, hex }) => [id, hexToBytes(hex)]))

/** The RingCT outputs before each recorded block are not recorded. */
const firstOutput = 1000n

/** A block of the recorded private chain as a chunk. */
function chunkOf({ blob, header }: (typeof regtest.blocks)[number]): FeedChunk {
  const block = parseBlock(hexToBytes(blob))
  const transactions = block.txHashes.map((id) =>
    parseTransaction(recorded.get(bytesToHex(id))!, { pruned: true }),
  )
  let next = firstOutput
  const indices = [block.minerTx, ...transactions].map(({ version, outputs }) =>
    outputs.map((_, at) => (version === 2 ? next++ : BigInt(at))),
  )
  return {
    kind: 'complete',
    network: 'fakechain',
    firstHeight: BigInt(header.height),
    previousId: block.prevId,
    firstOutput,
    blocks: [feedBlockOf({ block, transactions, indices }, firstOutput)],
  }
}

/** The blocks all of whose transactions are recorded. */
const blocks = regtest.blocks.filter(({ blob }) =>
  parseBlock(hexToBytes(blob)).txHashes.every((id) => recorded.has(bytesToHex(id))),
)

describe.each(blocks.map((vector) => [vector.header.height, vector] as const))(
  'block %i of a private chain of monerod',
  (_, vector) => {
    const chunk = chunkOf(vector)

    test('has its id from the rows alone', () => {
      const read = readChunk(writeChunk(chunk))
      expect(chunkIds(read).map(bytesToHex)).toEqual([vector.header.hash])
    })

    test('is read as it was written, complete and for scanning', () => {
      expect(readChunk(writeChunk(chunk))).toEqual(chunk)
      const scan = scanChunkOf(chunk, chunkIds(chunk))
      expect(readChunk(writeChunk(scan))).toEqual(scan)
    })
  },
)

/** Bytes of a row that is not a miner transaction. */
function rowBytes(row: FeedRow, kind: 'complete' | 'scan'): Uint8Array {
  const writer = new Writer()
  writeRow(writer, row, { kind, unlockTime: 0n })
  return writer.bytes()
}

describe.each(recordedSpends.map(({ name, id, blob }) => [name, { id, blob }] as const))(
  'the row of %s',
  (_, { id, blob }) => {
    const tx = parseTransaction(blob, { pruned: blob[0] === 2 })
    const row = rowOf(
      tx,
      id,
      tx.outputs.map((_, at) => BigInt(at)),
    )

    test('is read as it was written', () => {
      const place = { unlockTime: 0n }
      const complete = new Reader(rowBytes(row, 'complete'))
      expect(readRow(complete, { kind: 'complete', ...place })).toEqual(row)
      expect(complete.left).toBe(0)
      const scan = scanRowOf(row)
      const reader = new Reader(rowBytes(scan, 'scan'))
      expect(readRow(reader, { kind: 'scan', ...place })).toEqual(scan)
      expect(reader.left).toBe(0)
    })

    test('has no more than the wallet needs', () => {
      expect(rowBytes(row, 'complete').length).toBeLessThan(blob.length / 2)
    })
  },
)

test('a row of two inputs and two outputs has the size of the design', () => {
  const { id, hex } = regtest.transactions.find(({ name }) => /^2 inputs, 2 outputs/.test(name))!
  const tx = parseTransaction(hexToBytes(hex), { pruned: true })
  const row = rowOf(tx, hexToBytes(id), [0n, 1n])
  expect(rowBytes(row, 'complete').length).toBeLessThanOrEqual(220)
  expect(rowBytes(scanRowOf(row), 'scan').length).toBeLessThanOrEqual(112)
})

describe('error:', () => {
  const chunk = chunkOf(blocks.at(-1)!)
  const bytes = writeChunk(chunk)

  test('a chunk that ends early, or late', () => {
    for (let end = 0; end < bytes.length; end++)
      expect(() => readChunk(bytes.subarray(0, end)), `${end}`).toThrow(ChainError)
    expect(() => readChunk(Uint8Array.of(...bytes, 0))).toThrow('chunk: expected the end')
  })

  test.each([
    [0, 'format: expected NJF, version 1'],
    [3, 'format: expected NJF, version 1'],
    [4, 'kind: expected 0 to 1, got 255'],
    [5, 'network: expected 0 to 3, got 255'],
  ])('another byte %i', (at, message) => {
    expect(() => readChunk(bytes.with(at, 255))).toThrow(message)
  })

  test('indices that do not continue', () => {
    const block = parseBlock(hexToBytes(regtest.blocks[1]!.blob))
    const indices = [[firstOutput + 1n]]
    expect(() => feedBlockOf({ block, transactions: [], indices }, firstOutput)).toThrow(
      'output index: expected 1000, got 1001',
    )
  })

  test('transactions that are missing', () => {
    const block = parseBlock(hexToBytes(blocks.at(-1)!.blob))
    expect(() => feedBlockOf({ block, transactions: [], indices: [[1n]] }, 1n)).toThrow(
      'transactions: expected 2, got 1 with indices of 1',
    )
  })

  test('other bytes are refused, or are the only encoding of what they say', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(bytes, writeChunk(scanChunkOf(chunk, chunkIds(chunk)))),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (valid, changes) => {
          const changed = valid.slice()
          // Most bytes of a chunk are keys: half of the changes are among the first ones.
          for (const [at, byte] of changes) changed[at % (at % 2 === 0 ? 80 : valid.length)] = byte
          let read: FeedChunk
          try {
            read = readChunk(changed)
          } catch (error) {
            expect(error).toBeInstanceOf(ChainError)
            return
          }
          expect(bytesToHex(writeChunk(read))).toBe(bytesToHex(changed))
        },
      ),
      { numRuns: count(2_000, 200_000), seed: seed() },
    )
  })
})
