import { describe, expect, test } from 'vitest'
import { baseReward } from '#protocol/rules/emission.ts'
import {
  dynamicBaseFee,
  feeEstimates,
  feeForSize,
  feeForWeight,
  feeTier,
  isFeeEnough,
  roundMoneyUp,
} from '#protocol/rules/fees.ts'
import { max64 } from '#protocol/fields.ts'
import { regtest } from '../../vectors/chain/vectors.ts'

const tail = 600_000_000_000n
const medians = { short: 300_000n, long: 300_000n }

describe('feeEstimates', () => {
  test('are the fees that monerod reports on its private chain', () => {
    // All its blocks are light, and its rewards differ by less than the rounding.
    const expected = feeEstimates(baseReward(0n, 16), medians)
    for (const { fees } of regtest.transactions)
      if (fees) expect(fees.map(BigInt)).toEqual(expected)
  })

  test('are the fees of mainnet at the tail emission', () => {
    expect(feeEstimates(tail, medians)).toEqual([20_000n, 80_000n, 320_000n, 4_000_000n])
  })

  test('fall with the square of the median, and the higher tiers slower', () => {
    expect(feeEstimates(tail, { short: 600_000n, long: 600_000n })).toEqual([
      5_000n,
      20_000n,
      160_000n,
      2_000_000n,
    ])
    expect(feeEstimates(tail, { short: 3_000_000n, long: 300_000n })).toEqual([
      20_000n,
      80_000n,
      320_000n,
      1_300_000n,
    ])
  })
})

describe('roundMoneyUp', () => {
  test.each([
    [0n, 0n],
    [9n, 9n],
    [99n, 99n],
    [100n, 100n],
    [101n, 110n],
    [991n, 1000n],
    [1_172_677n, 1_200_000n],
    [18_000_000_000_000_000_001n, 19_000_000_000_000_000_000n],
  ])('%i to two digits: %i', (amount, expected) => {
    expect(roundMoneyUp(amount, 2)).toBe(expected)
  })
})

describe('dynamicBaseFee', () => {
  test.each([
    ['16, tail emission', dynamicBaseFee(tail, 300_000n, 16), 19_000n],
    ['16, median below the zone', dynamicBaseFee(tail, 1n, 16), 19_000n],
    ['16, median doubled', dynamicBaseFee(tail, 600_000n, 16), 4_750n],
    ['16, never nothing', dynamicBaseFee(tail, 500_000_000n, 16), 1n],
    ['10', dynamicBaseFee(3_000_000_000_000n, 300_000n, 10), 20_000n],
    ['10, median doubled', dynamicBaseFee(3_000_000_000_000n, 600_000n, 10), 10_000n],
    ['5, per kilobyte', dynamicBaseFee(10_000_000_000_000n, 300_000n, 5), 400_000_000n],
    ['5, rounded up', dynamicBaseFee(7_777_777_777_777n, 300_000n, 5), 311_120_000n],
    ['4, per kilobyte', dynamicBaseFee(10_000_000_000_000n, 60_000n, 4), 2_000_000_000n],
    ['3, fixed', dynamicBaseFee(1n, 1n, 3), 2_000_000_000n],
  ])('version %s', (_, fee, expected) => {
    expect(fee).toBe(expected)
  })
})

describe('feeForWeight', () => {
  test.each([
    [2171n, 1_200_000n, 2_605_200_000n],
    [1n, 1n, 10_000n],
    [0n, 1n, 0n],
    [10_000n, 1n, 10_000n],
    [10_001n, 1n, 20_000n],
  ])('%i at %i: %i', (weight, rate, fee) => {
    expect(feeForWeight(weight, rate)).toBe(fee)
  })

  test('rounds up to the quantisation mask of the node', () => {
    expect(feeForWeight(7, 3n, 1n)).toBe(21n)
  })
})

describe('feeForSize', () => {
  test('counts each started kilobyte', () => {
    expect([0, 1, 1024, 1025].map((size) => feeForSize(size, 5n))).toEqual([0n, 5n, 5n, 10n])
  })
})

describe('isFeeEnough', () => {
  test('accepts fees up to two percent too low', () => {
    const needed = feeForWeight(2000n, 19_000n)
    expect(needed).toBe(38_000_000n)
    expect(isFeeEnough(37_240_000n, 2000n, 19_000n, 16)).toBe(true)
    expect(isFeeEnough(37_239_999n, 2000n, 19_000n, 16)).toBe(false)
    expect(isFeeEnough(0n, 0n, 19_000n, 16)).toBe(true)
  })

  test('counts started kilobytes before version 8', () => {
    expect(isFeeEnough(1960n, 1025n, 1000n, 7)).toBe(true)
    expect(isFeeEnough(1959n, 1025n, 1000n, 7)).toBe(false)
  })

  test('accepts every fee that monero-wallet-rpc paid', () => {
    const rate = dynamicBaseFee(baseReward(0n, 16), 300_000n, 16)
    for (const { fee, weight } of regtest.transactions)
      if (fee !== undefined) expect(isFeeEnough(BigInt(fee), BigInt(weight!), rate, 16)).toBe(true)
  })
})

describe('feeTier', () => {
  test('clamps the priority', () => {
    expect([0, 1, 2, 3, 4, 5, 1000].map(feeTier)).toEqual([0, 0, 1, 2, 3, 3, 3])
  })
})

test('fee rates stay within 64 bits at the first block of a chain', () => {
  const first = baseReward(0n, 16)
  for (const fee of feeEstimates(first, { short: 15_000_000n, long: 300_000n }))
    expect(fee < max64).toBe(true)
})
