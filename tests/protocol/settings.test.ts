import { expect, test } from 'vitest'
import { listOf } from '#protocol/settings.ts'

test('listOf splits a list at commas, and omits empty items', () => {
  expect(listOf('a, b,,c')).toEqual(['a', 'b', 'c'])
  expect(listOf('')).toEqual([])
  expect(listOf(undefined)).toEqual([])
})
