import { expect, test } from 'vitest'
import { listOf } from '#protocol/settings.ts'

test('a list is separated by commas', () => {
  expect(listOf('a, b,,c')).toEqual(['a', 'b', 'c'])
  expect(listOf('')).toEqual([])
  expect(listOf(undefined)).toEqual([])
})
