import { describe, expect, test } from 'vitest'
import { FastestDepth } from '#wasm/kernels/depths.ts'

/** Runs batches of `keys` keys, each taking as long as `cost` says of its depth; the depths used. */
function used(
  fastest: FastestDepth,
  clock: { ms: number },
  batches: number,
  cost: Cost,
  keys = 64,
) {
  return Array.from({ length: batches }, () =>
    fastest.run(keys, (depth) => {
      clock.ms += cost(depth) * keys
      return depth
    }),
  )
}

type Cost = (depth: number) => number

function start() {
  const clock = { ms: 0 }
  return { clock, fastest: new FastestDepth(() => clock.ms) }
}

const all = [0, 9, 18, 27, 36, 45, 54, 63]
const cheapAt =
  (cheap: number): Cost =>
  (depth) =>
    depth === cheap ? 1 : 2

describe('FastestDepth', () => {
  test('measures all depths twice, and then uses the fastest', () => {
    const { clock, fastest } = start()
    expect(used(fastest, clock, 16, cheapAt(27))).toEqual([...all, ...all])
    expect(used(fastest, clock, 100, cheapAt(27))).toEqual(Array(100).fill(27))
  })

  test('compares depths by their best time, so that one disturbance has no effect', () => {
    const { clock, fastest } = start()
    used(fastest, clock, 8, (depth) => (depth === 45 ? 50 : 2))
    used(fastest, clock, 8, cheapAt(45))
    expect(used(fastest, clock, 3, cheapAt(45))).toEqual([45, 45, 45])
  })

  test('measures again after a thousand batches', () => {
    const { clock, fastest } = start()
    used(fastest, clock, 1000, cheapAt(9))
    expect(used(fastest, clock, 16, cheapAt(63))).toEqual([...all, ...all])
    expect(used(fastest, clock, 5, cheapAt(63))).toEqual([63, 63, 63, 63, 63])
  })

  test('does not measure batches that are too small for the clock', () => {
    const { clock, fastest } = start()
    expect(used(fastest, clock, 50, cheapAt(9), 63)).toEqual(Array(50).fill(0))
    expect(used(fastest, clock, 16, cheapAt(9))).toEqual([...all, ...all])
    expect(used(fastest, clock, 2, cheapAt(9), 1)).toEqual([9, 9])
  })

  test('returns the result of the scan, and throws its error', () => {
    const { fastest } = start()
    expect(fastest.run(100, () => 'found')).toBe('found')
    const fail = () => {
      throw new RangeError('keys')
    }
    expect(() => fastest.run(100, fail)).toThrow('keys')
  })
})
