import { expect, test } from 'vitest'
import { guessTime } from '../../../web/format/guess-time.ts'

const year = 31_557_600

test.each([
  [0.2, 'less than a second'],
  [1, '1 second'],
  [119, '1 minute'],
  [3 * 3600, '3 hours'],
  [40 * 86_400, '1 month'],
  [999 * year, '999 years'],
  [1000 * year, '1 thousand years'],
  [999_999 * year, '999 thousand years'],
  [1e6 * year, 'more than a million years'],
  [Infinity, 'more than a million years'],
])('%f seconds are shown as "%s"', (seconds, text) => {
  expect(guessTime(seconds)).toBe(text)
})
