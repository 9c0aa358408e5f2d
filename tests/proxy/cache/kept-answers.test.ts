import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeptAnswers } from '../../../proxy/cache/kept-answers.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const scene = (mostBytes: number) => {
  const clock = { ms: 0 }
  return { clock, kept: new KeptAnswers<string>(mostBytes, () => clock.ms) }
}

describe('KeptAnswers', () => {
  test('have what was kept last under a key', () => {
    const { kept } = scene(10_000)
    kept.keep('key', 'old', 100, 's', Infinity)
    kept.keep('key', 'new', 200, 's', Infinity)
    expect(kept.find('key', 's')).toBe('new')
    expect({ size: kept.size, bytes: kept.bytes }).toEqual({ size: 1, bytes: 200 + 3 + 512 })
  })

  test('drop an answer of another state, and one that is too old', () => {
    const { kept, clock } = scene(10_000)
    kept.keep('a', 'A', 1, 's', Infinity)
    kept.keep('b', 'B', 1, 's', 5)
    expect(kept.find('a', 'other')).toBeUndefined()
    clock.ms = 5
    expect(kept.find('b', 's')).toBeUndefined()
    expect([kept.size, kept.bytes, kept.evictions]).toEqual([0, 0, 0])
  })

  test('refuse an answer above the limit, and one that is too old already', () => {
    const { kept, clock } = scene(1_000)
    clock.ms = 7
    kept.keep('a', 'A', 1_000, 's', Infinity)
    kept.keep('b', 'B', 1, 's', 7)
    expect(kept.size).toBe(0)
  })

  test('drop the least recently used first', () => {
    const { kept } = scene(2_000)
    for (const key of ['a', 'b', 'c']) kept.keep(key, key, 100, 's', Infinity)
    kept.find('a', 's')
    kept.keep('d', 'd', 100, 's', Infinity)
    expect(['a', 'b', 'c', 'd'].map((key) => kept.find(key, 's'))).toEqual([
      'a',
      undefined,
      'c',
      'd',
    ])
    expect(kept.evictions).toBe(1)
  })

  test('never have more bytes than the limit, and count them exactly', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      length: fc.nat(1_500),
      stamp: fc.constantFrom('s', 't'),
      isFound: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { kept } = scene(3_000)
        for (const { key, length, stamp, isFound } of steps) {
          if (isFound) kept.find(key, stamp)
          else kept.keep(key, key, length, stamp, Infinity)
          expect(kept.bytes).toBeLessThanOrEqual(3_000)
          expect(kept.size === 0).toBe(kept.bytes === 0)
        }
      }),
      { numRuns: count(200, 10_000), seed: seed() },
    )
  })
})
