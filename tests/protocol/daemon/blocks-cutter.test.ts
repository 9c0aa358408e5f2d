import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { BlocksCutter, type PieceSize } from '#protocol/daemon/blocks-cutter.ts'
import { EpeeError, epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { bool, bytes, FieldError, list, object } from '#protocol/fields.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const part = (size: number, fill: number) => new Uint8Array(size).fill(fill)
const fields = {
  ...get_blocks.result,
  blocks: list(
    object({
      pruned: bool,
      block: bytes,
      txs: list(object({ blob: bytes, prunable_hash: bytes })),
    }),
  ),
}
const transactions = [0, 3, 1, 0, 7, 2]
const answer = epeeFrom(fields, {
  status: 'OK',
  start_height: 7n,
  current_height: 100n,
  blocks: transactions.map((count, at) => ({
    pruned: true,
    block: part(80 + at, at),
    txs: Array.from({ length: count }, (_, i) => ({
      blob: part(90 + i, i),
      prunable_hash: part(32, i),
    })),
  })),
  output_indices: transactions.map((count) => ({
    indices: Array.from({ length: count + 1 }, () => ({ indices: [1n, 2n] })),
  })),
})

/** The same blocks whole, as monerod gives them where proofs are asked for. */
const wholeAnswer = epeeFrom(
  { ...get_blocks.result, blocks: list(object({ block: bytes, txs: list(bytes) })) },
  {
    status: 'OK',
    start_height: 7n,
    current_height: 100n,
    blocks: transactions.map((count, at) => ({
      block: part(80 + at, at),
      txs: Array.from({ length: count }, (_, i) => part(90 + i, i)),
    })),
    output_indices: [],
  },
)

/** Blocks in a form that monerod does not write: a member that the contract does not know. */
const otherForm = epeeFrom(
  { ...get_blocks.result, blocks: list(object({ unknown: bool, block: bytes, txs: list(bytes) })) },
  {
    status: 'OK',
    start_height: 7n,
    current_height: 100n,
    blocks: transactions.map((count, at) => ({
      unknown: true,
      block: part(80 + at, at),
      txs: Array.from({ length: count }, (_, i) => part(90 + i, i)),
    })),
    output_indices: [],
  },
)

const all: PieceSize = { blocks: 1000, transactions: 1000, bytes: 1e6 }

/** An answer that arrives in chunks of these sizes, over and over, cut up. */
function cut(whole: Uint8Array, size: PieceSize, chunks: readonly number[]) {
  const cutter = new BlocksCutter(size)
  const pieces: BlockPiece[] = []
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const chunk = whole.slice(at, (at += chunks[turn % chunks.length]!))
    pieces.push(...cutter.push(chunk))
  }
  const end = cutter.end()
  return { pieces: [...pieces, ...end.pieces], rest: end.rest, blocks: cutter.blocks }
}

/** Readable, without the weights of blocks, which a wallet does not read. */
const shown = (value: unknown) =>
  JSON.stringify(value, (name, each: unknown) => {
    if (name === 'block_weight') return undefined
    if (each instanceof Uint8Array) return bytesToHex(each)
    return typeof each === 'bigint' ? `${each}n` : each
  })

/** The blocks of a piece, as the contract gives them. */
const blocksOf = (piece: BlockPiece) =>
  piece.blocks.map((from, at) => ({
    pruned: piece.pruned[at],
    block: piece.bytes.subarray(from, piece.blockEnds[at]),
    txs: range(piece.firstTransaction[at]!, piece.firstTransaction[at + 1]!).map((tx) => {
      const hash = piece.prunableHashes[tx]!
      return {
        blob: piece.bytes.subarray(piece.transactions[tx], piece.transactionEnds[tx]),
        prunable_hash: hash < 0 ? undefined : piece.bytes.subarray(hash, hash + 32),
      }
    }),
  }))

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** What pieces and rest hold, put together again. */
function together({ pieces, rest }: ReturnType<typeof cut>): string {
  const blocks = pieces.flatMap(blocksOf)
  const beside = epeeTo(get_blocks.result, rest)
  return shown({ ...beside, blocks: [...blocks, ...beside.blocks] })
}

describe('BlocksCutter', () => {
  test.each([
    ['pruned', answer],
    ['whole', wholeAnswer],
    ['in another form', otherForm],
  ])('splits no block, for chunks and pieces of any size: %s', (_, answer) => {
    const expected = shown(epeeTo(get_blocks.result, answer))
    const sizes = fc.record({
      blocks: fc.integer({ min: 1, max: 8 }),
      transactions: fc.integer({ min: 1, max: 20 }),
      bytes: fc.integer({ min: 1, max: 3000 }),
    })
    const chunks = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(sizes, chunks, (size, arriving) => {
        expect(together(cut(answer, size, arriving))).toBe(expected)
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })

  test('ends a piece with the block that reaches the size limit', () => {
    const lengths = (size: Partial<PieceSize>) =>
      cut(answer, { ...all, ...size }, [64]).pieces.map(({ blocks }) => blocks.length)
    expect(lengths({})).toEqual([6])
    expect(lengths({ blocks: 4 })).toEqual([4, 2])
    expect(lengths({ transactions: 4 })).toEqual([3, 2, 1])
    expect(lengths({ bytes: 1 })).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('returns a piece as soon as its last block has arrived', () => {
    const cutter = new BlocksCutter({ ...all, blocks: 1 })
    let [arrived, pieces] = [0, 0]
    while (pieces === 0) pieces = cutter.push(answer.subarray(arrived, ++arrived)).length
    expect([pieces, cutter.declared, cutter.blocks]).toEqual([1, 6, 1])
    expect(arrived).toBeLessThan(200)
  })

  test('rejects the malformed answers that the contract rejects, and leaves other answers unchanged', () => {
    const attempt = (read: () => string): string | undefined => {
      try {
        return read()
      } catch (error) {
        if (error instanceof EpeeError || error instanceof FieldError) return undefined
        throw error
      }
    }
    const size = { ...all, blocks: 2 }
    fc.assert(
      fc.property(mutated([answer, wholeAnswer, otherForm]), (wrong) => {
        const whole = attempt(() => shown(epeeTo(get_blocks.result, wrong)))
        expect(attempt(() => together(cut(wrong, size, [100])))).toBe(whole)
      }),
      { numRuns: count(2000, 50_000), seed: seed() },
    )
  })

  test('error: a duplicate member, any number of times', () => {
    for (const times of [2, 16, 17]) {
      const block = Array.from({ length: times }, () => [5, ...letters('block'), 10, 4, 7]).flat()
      const wrong = Uint8Array.from([
        ...answer.subarray(0, 9),
        4,
        6,
        ...letters('blocks'),
        0x8c,
        4,
        4 * times,
        ...block,
      ])
      expect(() => cut(wrong, all, [1000])).toThrow('duplicate name')
    }
  })

  test('error: truncated at any byte', () => {
    for (let length = 0; length < answer.length; length++)
      expect(() => cut(answer.slice(0, length), all, [150])).toThrow('unexpected end')
  })
})

const letters = (name: string) => [...name].map((letter) => letter.charCodeAt(0))
