import { describe, expect, test } from 'vitest'
import { seedEpoch, seedEpochOf, seedHeight, nextSeedHeight } from '#protocol/rules/seed-height.ts'

describe('seedHeight', () => {
  test.each([
    [0n, 0n],
    [2112n, 0n],
    [2113n, 2048n],
    [4160n, 2048n],
    [4161n, 4096n],
    [3_000_000n, 2_998_272n],
  ])('of block %i is %i', (height, seed) => {
    expect(seedHeight(height)).toBe(seed)
  })

  test('accepts a shorter epoch', () => {
    const epoch = { blocks: 16n, lag: 4n }
    expect([20n, 21n, 36n, 37n].map((height) => seedHeight(height, epoch))).toEqual([
      0n,
      16n,
      16n,
      32n,
    ])
  })
})

describe('nextSeedHeight', () => {
  test('returns the height of the next seed once that block exists', () => {
    expect([2048n, 2049n, 2113n].map((height) => nextSeedHeight(height))).toEqual([
      0n,
      2048n,
      2048n,
    ])
  })
})

describe('seedEpochOf', () => {
  test('returns the default of the network without environment variables', () => {
    expect(seedEpochOf({})).toEqual(seedEpoch)
  })

  test('accepts powers of two', () => {
    const environment = { SEEDHASH_EPOCH_BLOCKS: '64', SEEDHASH_EPOCH_LAG: '1' }
    expect(seedEpochOf(environment)).toEqual({ blocks: 64n, lag: 1n })
  })

  test.each(['', '0', '1', '3', '4096', '-2', 'many'])(
    'returns the default of the network for %o',
    (text) => {
      expect(seedEpochOf({ SEEDHASH_EPOCH_BLOCKS: text })).toEqual(seedEpoch)
    },
  )

  test.each(['0', '3', '128'])('keeps the lag for %o', (text) => {
    expect(seedEpochOf({ SEEDHASH_EPOCH_LAG: text })).toEqual(seedEpoch)
  })
})
