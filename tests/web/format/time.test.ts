import { describe, expect, test } from 'vitest'
import {
  showAge,
  showBlocks,
  showBriefly,
  showLock,
  showMoment,
  showPace,
  showRemaining,
} from '../../../web/format/time.ts'

describe('times', () => {
  test.each([
    [59, 'less than a minute'],
    [60, '1 minute'],
    [7199, '119 minutes'],
    [7200, '2 hours'],
    [172_799, '47 hours'],
    [172_800, '2 days'],
  ])('the age of %i s is %s', (seconds, text) => {
    expect(showAge(seconds)).toBe(text)
  })

  test.each([
    [4, 'a few seconds left'],
    [42, 'about 40 seconds left'],
    [600, 'about 10 minutes left'],
    [7200, 'about 2 hours left'],
  ])('%s seconds are %s', (seconds, text) => {
    expect(showRemaining(seconds)).toBe(text)
  })

  test('a speed has two significant digits', () => {
    expect(showPace(7.4)).toBe('7.4 transactions per second')
    expect(showPace(31_415)).toMatch(/^31\D?000 transactions per second$/)
  })

  test('a short time has a clock in the current year, else the year', () => {
    const now = new Date(2026, 10, 21)
    const at = (year: number) => BigInt(new Date(year, 4, 3, 12, 34).getTime() / 1000)
    expect(showBriefly(at(2026), now)).toContain('34')
    expect(showBriefly(at(2026), now)).not.toContain('2026')
    expect(showBriefly(at(2025), now)).toContain('2025')
  })

  test('an unlock time is a block or a date', () => {
    expect(showLock(499_999_999n)).toBe('block 499999999')
    expect(showLock(1_800_000_000n)).toContain('2027')
    expect(showLock(2n ** 64n - 1n)).toBe('the far future')
  })

  test('a time beyond all dates is the far future', () => {
    expect(showMoment(1_800_000_000n)).toContain('2027')
    for (const show of [showMoment, showBriefly]) {
      expect(show(8_640_000_000_000n)).toContain('275760')
      expect(show(8_640_000_000_001n)).toBe('the far future')
      expect(show(2n ** 64n - 1n)).toBe('the far future')
    }
  })

  test('a number of blocks comes with its duration', () => {
    expect(showBlocks(1n)).toBe('1 block, about 2 minutes')
    expect(showBlocks(60n)).toBe('60 blocks, about 2 hours')
  })
})
