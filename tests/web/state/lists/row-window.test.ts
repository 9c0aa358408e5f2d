import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  rowAfterKey,
  rowsIn,
  rowWindow,
  type ScrolledList,
  type RowWindow,
} from '../../../../web/state/lists/row-window.ts'

const scrolledBy = (above: number): ScrolledList => ({ above, visible: 800, row: 68 })
const none: RowWindow = { first: 0, end: 0 }

/** The windows of one frame after the other, until nothing changes. */
function frames(list: ScrolledList, count: number, present: RowWindow): RowWindow[] {
  const next = rowWindow(list, count, present)
  const isLast = next.first === present.first && next.end === present.end
  return isLast ? [] : [next, ...frames(list, count, next)]
}
const settled = (list: ScrolledList, count: number) => frames(list, count, none).at(-1) ?? none

describe('the window of a list', () => {
  test('begins with the first rows', () => {
    expect(settled(scrolledBy(-300), 20_000)).toEqual({ first: 0, end: 20 })
  })

  test('contains the visible rows in the middle, with a margin', () => {
    // Rows 9800 to 9812 are visible.
    expect(settled(scrolledBy(9_800 * 68), 20_000)).toEqual({ first: 9_792, end: 9_824 })
  })

  test('contains the visible rows alone in the first frame after a jump', () => {
    expect(frames(scrolledBy(9_800 * 68), 20_000, { first: 0, end: 24 })).toEqual([
      { first: 9_800, end: 9_816 },
      { first: 9_796, end: 9_820 },
      { first: 9_792, end: 9_824 },
    ])
  })

  test('gets the missing visible rows first, and then few in a frame', () => {
    expect(frames(scrolledBy(12 * 68), 20_000, { first: 0, end: 24 })).toEqual([
      { first: 4, end: 28 },
      { first: 4, end: 32 },
      { first: 4, end: 36 },
    ])
  })

  test('keeps its margin while it moves slowly', () => {
    let present = settled(scrolledBy(1_000 * 68), 20_000)
    for (let pixels = 0; pixels < 10_000; pixels += 80) {
      const list = scrolledBy(1_000 * 68 + pixels)
      const next = rowWindow(list, 20_000, present)
      expect(next.end - present.end).toBeLessThanOrEqual(4)
      expect(frames(list, 20_000, next)).toEqual([])
      present = next
    }
  })

  test('ends with the last row', () => {
    expect(settled(scrolledBy(19_990 * 68), 20_000).end).toBe(20_000)
  })

  test('of an empty list is empty', () => {
    expect(frames(scrolledBy(0), 0, { first: 0, end: 24 })).toEqual([none])
    expect(rowsIn(settled(scrolledBy(0), 0), 0, 0)).toEqual([])
  })

  test('contains every visible row, and few others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000, max: 1_400_000 }),
        fc.integer({ min: 100, max: 3_000 }),
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 1, max: 20_000 }),
        (above, visible, row, count) => {
          for (const { first, end } of frames({ above, visible, row }, count, none)) {
            expect(first).toBeGreaterThanOrEqual(0)
            expect(end).toBeLessThanOrEqual(count)
            const from = Math.max(0, Math.floor(above / row))
            const to = Math.min(count - 1, Math.floor((above + visible) / row))
            for (const index of [from, to])
              if (from <= to) {
                expect(first).toBeLessThanOrEqual(index)
                expect(end).toBeGreaterThan(index)
              }
            expect(end - first).toBeLessThanOrEqual(Math.ceil(visible / row) + 25)
          }
        },
      ),
    )
  })
})

describe('the rows in the document', () => {
  test('are those of the window', () => {
    expect(rowsIn({ first: 3, end: 6 }, 4, 10)).toEqual([3, 4, 5])
  })

  test('include the row with the focus, at its place', () => {
    expect(rowsIn({ first: 3, end: 6 }, 0, 10)).toEqual([0, 3, 4, 5])
    expect(rowsIn({ first: 3, end: 6 }, 9, 10)).toEqual([3, 4, 5, 9])
    expect(rowsIn({ first: 3, end: 6 }, 10, 10)).toEqual([3, 4, 5])
  })
})

describe('a key', () => {
  test.each([
    ['ArrowDown', 5, 6],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 5, 4],
    ['ArrowUp', 0, 0],
    ['PageDown', 5, 15],
    ['PageDown', 95, 99],
    ['PageUp', 5, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('%s moves from row %i to %i', (key, active, expected) => {
    expect(rowAfterKey(key, active, 100, 10)).toBe(expected)
  })

  test('of another kind moves nowhere', () => {
    expect(rowAfterKey('Enter', 5, 100, 10)).toBeUndefined()
    expect(rowAfterKey('toString', 5, 100, 10)).toBeUndefined()
  })
})
