import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { answerEnd } from '#protocol/daemon/answer-end.ts'
import { EpeeError, epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { FieldError, object, text, u64, u8, bool } from '#protocol/fields.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const indices = (...of: bigint[][]) => ({ indices: of.map((each) => ({ indices: each })) })

const fields = {
  status: text,
  untrusted: bool,
  start_height: u64,
  current_height: u64,
  output_indices: get_blocks.result.output_indices,
}
const usual = {
  status: 'OK',
  untrusted: false,
  start_height: 7n,
  current_height: 1000n,
  output_indices: [indices([1n], [2n, 3n], [1n << 60n]), indices([]), indices()],
}
const answers = {
  'as monerod writes it': epeeFrom(fields, usual),
  'with members of newer daemons': epeeFrom(
    { ...fields, daemon_time: u64, credits: u64, top_hash: text },
    { ...usual, daemon_time: 5n, credits: 0n, top_hash: '' },
  ),
  'nothing new': epeeFrom(
    { status: text, start_height: u64, current_height: u64 },
    { status: 'OK', start_height: 0n, current_height: 9n },
  ),
  'with an unknown member': epeeFrom(
    { ...fields, start_height: u8, unknown: object({ a: text }) },
    { ...usual, start_height: 7, unknown: { a: 'b' } },
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

/** The values at the positions. */
function values(answer: Uint8Array) {
  const end = answerEnd(answer)
  const { buffer, byteOffset, byteLength } = end.indexBytes
  const view = new DataView(buffer, byteOffset, byteLength)
  const indicesOf = (tx: number) =>
    Array.from({ length: end.outputCounts[tx]! }, (_, i) =>
      view.getBigUint64(end.outputIndices[tx]! + 8 * i, true),
    )
  return {
    status: end.status,
    start_height: end.startHeight,
    current_height: end.currentHeight,
    blocks: end.blocks,
    output_indices: end.firstIndexed
      .slice(1)
      .map((next, at) =>
        Array.from({ length: next - end.firstIndexed[at]! }, (_, i) =>
          indicesOf(end.firstIndexed[at]! + i),
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
    blocks: blocks.length,
    output_indices: output_indices.map((block) => block.indices.map((each) => each.indices)),
  }
}

describe('answerEnd', () => {
  test.each(Object.entries(answers))('gives the values of the contract: %s', (_, answer) => {
    const read = values(answer)
    expect(read).toEqual(byContract(answer))
    expect(read.status).toBe('OK')
  })

  test('finds the end of an answer within a larger buffer', () => {
    const answer = answers['as monerod writes it']
    const larger = Uint8Array.of(1, 2, 3, ...answer, 4)
    expect(values(larger.subarray(3, larger.length - 1))).toEqual(values(answer))
  })

  test('accepts and rejects mutated answers as the contract does', () => {
    fc.assert(
      fc.property(mutated(Object.values(answers)), (answer) => {
        expect(attempt(() => values(answer))).toEqual(attempt(() => byContract(answer)))
      }),
      { numRuns: count(3000, 100_000), seed: seed() },
    )
  })

  test('error: more objects than the limit of monero', () => {
    const many = Array.from({ length: 0x3_0000 }, () => ({ indices: [] }))
    const answer = epeeFrom(fields, { ...usual, output_indices: [...many, indices([1n])] })
    expect(() => answerEnd(answer)).toThrow('too many objects')
  })
})
