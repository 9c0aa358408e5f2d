import { describe, expect, test } from 'vitest'
import { completeBlock, transactionBlob } from '#protocol/daemon/block.ts'

const of = (...values: number[]) => Uint8Array.from(values)

describe('transactions of a block', () => {
  test('are bytes', () => {
    expect(transactionBlob.parse(of(1), 'tx')).toEqual({ blob: of(1), prunable_hash: undefined })
  })

  test('or bytes and the hash of what was pruned', () => {
    const wire = { blob: of(1), prunable_hash: new Uint8Array(32) }
    expect(transactionBlob.parse(wire, 'tx')).toEqual(wire)
  })

  test('none are left out', () => {
    expect(completeBlock.parse({ block: of(9) }, 'block')).toEqual({
      pruned: false,
      block: of(9),
      block_weight: 0n,
      txs: [],
    })
  })

  test('error: neither', () => {
    expect(() => completeBlock.parse({ block: of(9), txs: [5] }, 'block')).toThrow(
      'block.txs[0]: expected object',
    )
  })
})
