import { describe, expect, test } from 'vitest'
import { RemainingTime } from '../../../worker/hosts/remaining-time.ts'

describe('remaining time', () => {
  test('is unknown before the first measurement', () => {
    const remaining = new RemainingTime()
    expect(remaining.estimate(0, 100n, 1000n)).toBeUndefined()
    expect(remaining.estimate(1000, 200n, 1000n)).toBeUndefined()
  })

  test('follows from the blocks of the last half minute', () => {
    const remaining = new RemainingTime()
    remaining.estimate(0, 0n, 100_000n)
    // 100 blocks a second at first, 10 later: 30 s after the change only those count.
    expect(remaining.estimate(10_000, 1000n, 100_000n)).toBe(990)
    for (let second = 11; second < 50; second++)
      remaining.estimate(second * 1000, 1000n + BigInt(second - 10) * 10n, 100_000n)
    expect(remaining.estimate(50_000, 1400n, 100_000n)).toBe(9860)
  })

  test('is zero at the target, and unknown without progress', () => {
    const remaining = new RemainingTime()
    remaining.estimate(0, 10n, 20n)
    expect(remaining.estimate(5000, 10n, 20n)).toBeUndefined()
    expect(remaining.estimate(6000, 20n, 20n)).toBe(0)
  })

  test('starts again after a reorganisation', () => {
    const remaining = new RemainingTime()
    remaining.estimate(0, 1000n, 2000n)
    remaining.estimate(5000, 1500n, 2000n)
    expect(remaining.estimate(6000, 1400n, 2000n)).toBeUndefined()
  })
})
