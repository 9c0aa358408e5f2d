import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowAfterKey, rowsIn, rowWindow } from '../../../../web/state/history/row-window.ts'

describe('the window of a list', () => {
  test('begins with the first rows', () => {
    expect(rowWindow(-300, 800, 68, 20_000)).toEqual({ first: 0, end: 24 })
  })

  test('contains the visible rows in the middle, with a margin', () => {
    // Rows 9800 to 9812 are visible.
    expect(rowWindow(9_800 * 68, 800, 68, 20_000)).toEqual({ first: 9_786, end: 9_828 })
  })

  test('ends with the last row', () => {
    expect(rowWindow(19_990 * 68, 800, 68, 20_000).end).toBe(20_000)
  })

  test('of an empty list is empty', () => {
    expect(rowsIn(rowWindow(0, 800, 68, 0), 0, 0)).toEqual([])
  })

  test('contains every visible row, and few others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000, max: 1_400_000 }),
        fc.integer({ min: 100, max: 3_000 }),
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 1, max: 20_000 }),
        (above, visible, row, count) => {
          const { first, end } = rowWindow(above, visible, row, count)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(count)
          const from = Math.max(0, Math.floor(above / row))
          const to = Math.min(count - 1, Math.floor((above + visible) / row))
          for (const index of [from, to])
            if (from <= to) {
              expect(first).toBeLessThanOrEqual(index)
              expect(end).toBeGreaterThan(index)
            }
          expect(end - first).toBeLessThanOrEqual(Math.ceil(visible / row) + 50)
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
