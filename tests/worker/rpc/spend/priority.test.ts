import { describe, expect, test } from 'vitest'
import { FieldError } from '#protocol/fields.ts'
import { priority } from '../../../../worker/rpc/spend/priority.ts'

describe('priority', () => {
  test.each([
    [undefined, 0],
    [0, 0],
    [4, 4],
    ['default', 0],
    ['unimportant', 1],
    ['normal', 2],
    ['elevated', 3],
    ['priority', 4],
  ])('%j is %i', (given, level) => {
    expect(priority.parse(given, 'priority')).toBe(level)
  })

  test.each(['urgent', '', '1', -1, 1.5, {}])('error: %j', (given) => {
    expect(() => priority.parse(given, 'priority')).toThrow(FieldError)
  })
})
