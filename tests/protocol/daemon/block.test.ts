import { describe, expect, test } from 'vitest'
import { completeBlock, transactionBlob } from '#protocol/daemon/block.ts'

const of = (...values: number[]) => Uint8Array.from(values)

describe('transactions of a block', () => {
  test('are parsed from bytes', () => {
    expect(transactionBlob.parse(of(1), 'tx')).toEqual({ blob: of(1), prunable_hash: undefined })
  })

  test('are parsed from bytes and the hash of the pruned part', () => {
    const wire = { blob: of(1), prunable_hash: new Uint8Array(32) }
    expect(transactionBlob.parse(wire, 'tx')).toEqual(wire)
  })

  test('are an empty list if the block has no transactions', () => {
    expect(completeBlock.parse({ block: of(9) }, 'block')).toEqual({
      pruned: false,
      block: of(9),
      block_weight: 0n,
      txs: [],
    })
  })

  test('error: a value of another type', () => {
    expect(() => completeBlock.parse({ block: of(9), txs: [5] }, 'block')).toThrow(
      'block.txs[0]: expected object',
    )
  })
})
