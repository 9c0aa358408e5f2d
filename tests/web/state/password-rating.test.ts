import { expect, test } from 'vitest'
import { leastLevel, rateByLength } from '../../../web/state/password-rating.ts'

test.each([
  ['fifteen letters', 0],
  ['sixteen letters ', leastLevel],
  // 15 characters in 30 code units.
  ['\u{1f511}'.repeat(15), 0],
  ['\u{1f511}'.repeat(16), leastLevel],
])('without lists of words, %j has level %i', (password, level) => {
  const { level: rated, text } = rateByLength(password)
  expect(rated).toBe(level)
  expect(text).toContain('the minimum is 16 characters')
})
