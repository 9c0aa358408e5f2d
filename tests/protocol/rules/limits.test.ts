import { describe, expect, test } from 'vitest'
import {
  blockTarget,
  fullRewardZone,
  ringSize,
  transactionWeightLimit,
} from '#protocol/rules/limits.ts'

describe('limits by version', () => {
  test.each([
    [1, 60n, 20_000n, 19_400, 1],
    [2, 120n, 60_000n, 59_400, 3],
    [4, 120n, 60_000n, 59_400, 3],
    [5, 120n, 300_000n, 299_400, 3],
    [6, 120n, 300_000n, 299_400, 5],
    [7, 120n, 300_000n, 299_400, 7],
    [8, 120n, 300_000n, 149_400, 11],
    [14, 120n, 300_000n, 149_400, 11],
    [15, 120n, 300_000n, 149_400, 16],
    [16, 120n, 300_000n, 149_400, 16],
  ])('match the reference in version %i', (version, target, zone, weight, ring) => {
    expect(blockTarget(version)).toBe(target)
    expect(fullRewardZone(version)).toBe(zone)
    expect(transactionWeightLimit(version)).toBe(weight)
    expect(ringSize(version)).toBe(ring)
  })
})
