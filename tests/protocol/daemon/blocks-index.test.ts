import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { indexBlocks } from '#protocol/daemon/blocks-index.ts'
import { EpeeError, epeeFrom, epeeTo } from '#protocol/epee.ts'
import { bool, bytes, FieldError, list, object, text, u64, u8 } from '#protocol/fields.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const part = (size: number, fill: number) => new Uint8Array(size).fill(fill)
const told = (...indices: bigint[][]) => ({ indices: indices.map((each) => ({ indices: each })) })

/** As monerod writes it: blocks pruned, one of them without other transactions. */
const pruned = {
  status: 'OK',
  untrusted: false,
  start_height: 7n,
  current_height: 1000n,
  blocks: [
    {
      pruned: true,
      block: part(80, 1),
      block_weight: 300n,
      txs: [
        { blob: part(90, 2), prunable_hash: part(32, 3) },
        { blob: part(5, 4), prunable_hash: part(32, 0) },
      ],
    },
    { pruned: true, block: part(70, 5), block_weight: 70n, txs: [] },
  ],
  output_indices: [told([1n], [2n, 3n], [1n << 60n]), told([])],
}
const prunedFields = {
  status: text,
  untrusted: bool,
  start_height: u64,
  current_height: u64,
  blocks: list(
    object({
      pruned: bool,
      block: bytes,
      block_weight: u64,
      txs: list(object({ blob: bytes, prunable_hash: bytes })),
    }),
  ),
  output_indices: get_blocks.result.output_indices,
}
const whole = {
  ...pruned,
  daemon_time: 5n,
  credits: 0n,
  top_hash: '',
  blocks: pruned.blocks.map(({ block, txs }) => ({ block, txs: txs.map(({ blob }) => blob) })),
}
const wholeFields = {
  ...prunedFields,
  daemon_time: u64,
  credits: u64,
  top_hash: text,
  blocks: list(object({ block: bytes, txs: list(bytes) })),
}
const answers = {
  pruned: epeeFrom(prunedFields, pruned),
  whole: epeeFrom(wholeFields, whole),
  'nothing new': epeeFrom(
    { status: text, start_height: u64, current_height: u64 },
    { status: 'OK', start_height: 0n, current_height: 9n },
  ),
  'with what is not known': epeeFrom(
    { ...prunedFields, start_height: u8, unknown: object({ a: text }) },
    { ...pruned, start_height: 7, unknown: { a: 'b' } },
  ),
}

function attempt<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof EpeeError || error instanceof FieldError) return error.message
    throw error
  }
}

const hex = bytesToHex

/** An index as what it points at. */
function pointedAt(answer: Uint8Array) {
  const index = indexBlocks(answer)
  const view = new DataView(
    index.indexBytes.buffer,
    index.indexBytes.byteOffset,
    index.indexBytes.byteLength,
  )
  const rows = (first: number[], at: number) =>
    Array.from({ length: first[at + 1]! - first[at]! }, (_, i) => first[at]! + i)
  return {
    status: index.status,
    start_height: index.startHeight,
    current_height: index.currentHeight,
    blocks: index.blocks.map((from, at) => ({
      pruned: index.pruned[at],
      block: hex(answer.subarray(from, index.blockEnds[at])),
      txs: rows(index.firstTransaction, at).map((tx) => {
        const hash = index.prunableHashes[tx]!
        return {
          blob: hex(answer.subarray(index.transactions[tx], index.transactionEnds[tx])),
          prunable_hash: hash < 0 ? undefined : hex(answer.subarray(hash, hash + 32)),
        }
      }),
    })),
    output_indices: index.firstOutputIndices
      .slice(1)
      .map((_, at) =>
        rows(index.firstOutputIndices, at).map((tx) =>
          Array.from({ length: index.outputCounts[tx]! }, (_, i) =>
            view.getBigUint64(index.outputIndices[tx]! + 8 * i, true),
          ),
        ),
      ),
  }
}

function byContract(answer: Uint8Array) {
  const { status, start_height, current_height, blocks, output_indices } = epeeTo(
    get_blocks.result,
    answer,
  )
  return {
    status,
    start_height,
    current_height,
    blocks: blocks.map((each) => ({
      pruned: each.pruned,
      block: hex(each.block),
      txs: each.txs.map(({ blob, prunable_hash }) => ({
        blob: hex(blob),
        prunable_hash: prunable_hash && hex(prunable_hash),
      })),
    })),
    output_indices: output_indices.map(({ indices }) => indices.map((each) => each.indices)),
  }
}

describe('indexBlocks', () => {
  test.each(Object.entries(answers))('points at what the contract reads: %s', (_, answer) => {
    const index = pointedAt(answer)
    expect(index).toEqual(byContract(answer))
    expect(index.status).toBe('OK')
  })

  test('reads an answer that lies within a larger buffer', () => {
    const larger = Uint8Array.of(1, 2, 3, ...answers.pruned, 4)
    const within = larger.subarray(3, larger.length - 1)
    expect(pointedAt(within)).toEqual(pointedAt(answers.pruned))
  })

  test('understands and refuses answers with mistakes as the contract does', () => {
    fc.assert(
      fc.property(mutated(Object.values(answers)), (answer) => {
        expect(attempt(() => pointedAt(answer))).toEqual(attempt(() => byContract(answer)))
      }),
      { numRuns: count(3000, 100_000), seed: seed() },
    )
  })

  test('error: a member twice, however often', () => {
    for (const times of [2, 16, 17]) {
      const block = [...Array(times)].flatMap(() => [5, ...letters('block'), 10, 4, 7])
      const answer = Uint8Array.from([
        ...answers['nothing new'].subarray(0, 9),
        4,
        6,
        ...letters('blocks'),
        0x8c,
        4,
        4 * times,
        ...block,
      ])
      expect(() => indexBlocks(answer)).toThrow('a name twice')
    }
  })

  test('error: more objects than monero reads', () => {
    const many = Array.from({ length: 0x3_0000 }, () => ({ indices: [] }))
    const answer = epeeFrom(prunedFields, { ...pruned, output_indices: [...many, told([1n])] })
    expect(() => indexBlocks(answer)).toThrow('too many objects')
  })
})

const letters = (name: string) => [...name].map((letter) => letter.charCodeAt(0))
