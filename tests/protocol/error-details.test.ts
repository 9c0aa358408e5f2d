import { expect, test } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'

test('every detail of an error is unique', () => {
  const texts = Object.values(errorDetails)
  expect(new Set(texts).size).toBe(texts.length)
})
