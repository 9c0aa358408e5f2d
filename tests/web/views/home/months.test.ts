import { expect, test } from 'vitest'
import { axisEnd, monthsPerLabel, monthStarts, scaled } from '../../../../web/views/home/months.ts'

test('months begin in April 2014 and end with the present one', () => {
  expect(monthStarts(new Date(2014, 5, 30))).toEqual(
    [3, 4, 5].map((month) => BigInt(new Date(2014, month, 1).getTime() / 1000)),
  )
  expect(monthStarts(new Date(2000, 0, 1))).toHaveLength(1)
})

test('scales amounts without losing large ones', () => {
  expect(scaled(10n ** 20n, 2n * 10n ** 20n, 100)).toBe(50)
  expect(scaled(1n, 0n, 100)).toBe(0)
  expect(scaled(-1n, 5n, 100)).toBe(0)
})

test('an axis ends at a number of one digit and zeros', () => {
  const ends = [0n, 1n, 3n, 5n, 11n, 2_110_941n, 5_000_001n].map(axisEnd)
  expect(ends).toEqual([0n, 1n, 3n, 5n, 20n, 3_000_000n, 6_000_000n])
})

test('at most six labels stand below the chart', () => {
  expect([0, 1, 6, 7, 12, 13, 152].map(monthsPerLabel)).toEqual([1, 1, 1, 2, 2, 3, 26])
})
