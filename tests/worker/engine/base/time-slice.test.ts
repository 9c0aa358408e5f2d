import { describe, expect, test } from 'vitest'
import {
  finish,
  finishInSlices,
  inPieces,
  mapInSlices,
  TimeSlice,
} from '../../../../worker/engine/base/time-slice.ts'

/** A clock that stands still unless work is done, and counts pauses. */
function countingClock() {
  const clock = { ms: 0, pauses: 0 }
  return {
    clock,
    work: (ms: number) => void (clock.ms += ms),
    slice: new TimeSlice({
      now: () => 0n,
      monotonicMs: () => clock.ms,
      sleep: async () => void clock.pauses++,
    }),
  }
}

describe('TimeSlice', () => {
  test('doubles the size of quick pieces, up to 1024', async () => {
    const { slice } = countingClock()
    const sizes: number[] = []
    for (let i = 0; i < 7; i++) sizes.push((await slice.pause(), slice.size))
    expect(sizes).toEqual([64, 128, 256, 512, 1024, 1024, 1024])
  })

  test('halves the size of slow pieces, down to 4', async () => {
    const { slice, work } = countingClock()
    const sizes: number[] = []
    for (let i = 0; i < 5; i++) {
      work(3)
      await slice.pause()
      sizes.push(slice.size)
    }
    expect(sizes).toEqual([16, 8, 4, 4, 4])
  })

  test('lets other work run every 2 ms', async () => {
    const { slice, work, clock } = countingClock()
    const pauses: number[] = []
    for (let i = 0; i < 6; i++) {
      work(1)
      await slice.pause()
      pauses.push(clock.pauses)
    }
    expect(pauses).toEqual([0, 1, 1, 2, 2, 3])
    expect(slice.size).toBe(32)
  })
})

describe('inPieces', () => {
  test('yields every item once, in order, in pieces of the current size', async () => {
    const { slice, work } = countingClock()
    const items = Array.from({ length: 100 }, (_, at) => at)
    const pieces: number[][] = []
    for await (const piece of inPieces(slice, items)) {
      pieces.push(piece)
      work(3)
    }
    expect(pieces.flat()).toEqual(items)
    expect(pieces.map(({ length }) => length)).toEqual([32, 16, 8, ...new Array(11).fill(4)])
  })

  test('yields nothing for no items', async () => {
    for await (const piece of inPieces(countingClock().slice, [])) expect(piece).toBeUndefined()
  })
})

describe('mapInSlices', () => {
  test('maps in order, and pauses after each item', async () => {
    const { slice, work, clock } = countingClock()
    const mapped = await mapInSlices(slice, ['a', 'b', 'c'], (item, i) => {
      work(2)
      return `${item}${i}`
    })
    expect([mapped, clock.pauses]).toEqual([['a0', 'b1', 'c2'], 3])
  })
})

describe('work in steps', () => {
  function* steps(step: () => void): Generator<void, string> {
    for (let left = 4; left > 0; left--) {
      step()
      yield
    }
    return 'done'
  }

  test('pauses behind each step that takes long, and has the same result without pauses', async () => {
    const { slice, work, clock } = countingClock()
    expect(
      await finishInSlices(
        slice,
        steps(() => work(3)),
      ),
    ).toBe('done')
    expect(clock.pauses).toBe(4)
    expect(finish(steps(() => work(3)))).toBe('done')
    expect(clock.pauses).toBe(4)
  })

  test('error: a step throws', async () => {
    const { slice } = countingClock()
    const fail = () => {
      throw new Error('bad block')
    }
    await expect(finishInSlices(slice, steps(fail))).rejects.toThrow('bad block')
    expect(() => finish(steps(fail))).toThrow('bad block')
  })
})
