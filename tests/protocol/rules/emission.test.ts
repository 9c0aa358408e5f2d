import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { max64 } from '#protocol/fields.ts'
import { addGenerated, baseReward, blockReward } from '#protocol/rules/emission.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { regtest } from '../../vectors/chain/vectors.ts'

describe('baseReward', () => {
  test('is the reward that monerod pays for each block of its private chain', () => {
    // Blocks between the recorded ones hold no transfers; the last one holds more than were recorded.
    const checked = new Set<number>()
    let generated = 0n
    for (let height = 0; height < 270; height++) {
      const reward = baseReward(generated, height === 0 ? 1 : 16)
      const block = regtest.blocks.find(({ header }) => header.height === height)
      if (block) {
        const fees = regtest.transactions
          .filter((tx) => tx.fee !== undefined && 'height' in tx && tx.height === height)
          .map(({ hex }) => parseTransaction(hexToBytes(hex)).ringct!.fee)
        const paid = fees.reduce((sum, fee) => sum + fee, reward)
        expect([height, paid]).toEqual([height, BigInt(block.header.reward)])
        checked.add(height)
      }
      generated = addGenerated(generated, reward)
    }
    expect(checked.size).toBe(regtest.blocks.length - 1)
  })

  test('ends in a tail of 0.6 XMR for each block, or 0.3 XMR at one block each minute', () => {
    expect(baseReward(max64, 16)).toBe(600_000_000_000n)
    expect(baseReward(max64, 2)).toBe(600_000_000_000n)
    expect(baseReward(max64, 1)).toBe(300_000_000_000n)
  })

  test('begins with 17.59 XMR on mainnet', () => {
    expect(baseReward(0n, 1)).toBe(17_592_186_044_415n)
    expect(baseReward(17_592_186_044_415n, 1)).toBe(17_592_169_267_200n)
  })
})

describe('blockReward', () => {
  const tail = 600_000_000_000n
  const at = (block: bigint, median = 300_000n) => blockReward({ median, block }, max64, 16)

  test.each([
    ['full up to the median', at(300_000n), tail],
    ['full up to the zone, whatever the median', at(300_000n, 1n), tail],
    ['a little less just above', at(300_001n), 599_999_999_993n],
    ['three quarters at one and a half times', at(450_000n), (tail * 3n) / 4n],
    ['nothing at twice', at(600_000n), 0n],
    ['undefined above, where the block is invalid', at(600_001n), undefined],
    ['by a higher median', at(600_000n, 400_000n), (tail * 3n) / 4n],
  ])('%s', (_, reward, expected) => {
    expect(reward).toBe(expected)
  })

  test('never rises with the weight, nor exceeds the base reward', () => {
    const weight = fc.bigInt({ min: 0n, max: 5_000_000n })
    fc.assert(
      fc.property(
        weight,
        weight,
        weight,
        fc.bigInt({ min: 0n, max: max64 }),
        (median, a, b, sum) => {
          const [light, heavy] = a < b ? [a, b] : [b, a]
          const more = blockReward({ median, block: light }, sum, 16)
          const less = blockReward({ median, block: heavy }, sum, 16)
          if (less === undefined) return
          expect(more! <= baseReward(sum, 16)).toBe(true)
          expect(less <= more!).toBe(true)
        },
      ),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })
})

describe('addGenerated', () => {
  test('stops at the largest u64', () => {
    expect(addGenerated(5n, 6n)).toBe(11n)
    expect(addGenerated(max64 - 6n, 6n)).toBe(max64)
    expect(addGenerated(max64 - 7n, 6n)).toBe(max64 - 1n)
    expect(addGenerated(max64, 600_000_000_000n)).toBe(max64)
  })
})
