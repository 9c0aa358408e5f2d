import { describe, expect, test } from 'vitest'
import { BlockTally } from '../../../../proxy/node/calls/block-answers.ts'

/** Number of equal blocks in an answer. */
function blocksOf(
  block: { transactions: number; size: number },
  limits = { count: 1000, bytes: 1e8 },
) {
  const tally = new BlockTally(limits)
  for (let blocks = 1; blocks <= 2000; blocks++)
    if (tally.add(block.transactions, block.size)) return blocks
  return undefined
}

describe('BlockTally', () => {
  test.each([
    ['the number of blocks', { transactions: 0, size: 100 }, { count: 1000, bytes: 1e8 }, 1000],
    [
      'fewer blocks that were requested',
      { transactions: 0, size: 100 },
      { count: 1, bytes: 1e8 },
      1,
    ],
    ['20 000 transactions', { transactions: 150, size: 100 }, { count: 1000, bytes: 1e8 }, 134],
    ['their bytes', { transactions: 1, size: 100_000 }, { count: 1000, bytes: 1e6 }, 10],
    [
      'bytes, but not before three blocks',
      { transactions: 1, size: 1e6 },
      { count: 1000, bytes: 1 },
      3,
    ],
    [
      'transactions, but not before three',
      { transactions: 30_000, size: 1 },
      { count: 9, bytes: 1e8 },
      3,
    ],
    [
      'two blocks that were requested',
      { transactions: 30_000, size: 1 },
      { count: 2, bytes: 1 },
      2,
    ],
  ])('ends at %s', (_, block, limits, expected) => {
    expect(blocksOf(block, limits)).toBe(expected)
  })
})
