import { describe, expect, test } from 'vitest'
import { verdictOf, type Sample } from './verdict.ts'

const minuteMs = 60_000
const warmUpMs = 15 * minuteMs

/** An hour of samples, one every 5 seconds. @param share - Of the time after the warm-up; negative before. */
function hour(held: (share: number, index: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 721 }, (_, index) => {
    const atMs = index * 5_000
    const share = (atMs - warmUpMs) / (45 * minuteMs)
    return { atMs, bytes: 100e6, workers: 1, handles: 10, ...held(share, index) }
  })
}

describe('verdictOf', () => {
  test('finds nothing wrong with a program that holds the same', () => {
    expect(
      verdictOf(
        hour(() => ({})),
        warmUpMs,
      ),
    ).toEqual({
      startBytes: 100e6,
      endBytes: 100e6,
      growth: 0,
      mostBytes: 100e6,
      workers: [1, 1],
      handles: [10, 10],
      problems: [],
    })
  })

  test('ignores garbage that is collected, and the growth before the warm-up ends', () => {
    const { growth, problems, mostBytes } = verdictOf(
      hour((share, index) => ({ bytes: share < 0 ? 50e6 : 100e6 + (index % 40) * 1e6 })),
      warmUpMs,
    )
    expect(Math.abs(growth)).toBeLessThan(0.02)
    expect(problems).toEqual([])
    expect(mostBytes).toBe(139e6)
  })

  test.each([
    [0.04, []],
    [0.06, ['memory grows by 6.0 %']],
    [1, ['memory grows by 100.0 %']],
  ])('measures a growth by %d', (by, expected) => {
    const { growth, problems } = verdictOf(
      hour((share) => ({ bytes: 100e6 * (1 + by * share) })),
      warmUpMs,
    )
    expect(growth).toBeCloseTo(by, 6)
    expect(problems).toEqual(expected)
  })

  test('a leak is seen below garbage of twenty times its size', () => {
    const { problems } = verdictOf(
      hour((share, index) => ({ bytes: 100e6 + 10e6 * share + ((index * 7) % 20) * 1e6 })),
      warmUpMs,
    )
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^memory grows by \d\d?\.\d %$/)
  })

  test('counts workers and handles that stay, and not those that end', () => {
    const leaking = hour((share) => ({
      workers: share > 0.5 ? 2 : 1,
      handles: 10 + Math.floor(Math.max(share, 0) * 100),
    }))
    expect(verdictOf(leaking, warmUpMs)).toMatchObject({
      workers: [1, 2],
      handles: [10, 85],
      problems: ['workers: first 1, then 2', 'handles: first 10, then 85'],
    })
    const busy = hour((_, index) => ({ workers: index % 3, handles: 10 + (index % 50) }))
    expect(verdictOf(busy, warmUpMs).problems).toEqual([])
  })

  test('error: too few samples', () => {
    expect(() => verdictOf(hour(() => ({})).slice(0, 190), warmUpMs)).toThrow(
      'expected samples in each of 12 parts of the time, got too few',
    )
  })
})
