import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCode } from '../../../server/process/error-code.ts'

test('is the code of a system error', () => {
  const read = () => {
    try {
      return readFileSync('/no/such/file')
    } catch (error) {
      return errorCode(error)
    }
  }
  expect(read()).toBe('ENOENT')
})

test.each([
  new Error('ENOENT'),
  Object.assign(new Error('sqlite'), { code: 5 }),
  { code: 'ENOENT' },
  'ENOENT',
  null,
  undefined,
])('is undefined for %o', (error) => {
  expect(errorCode(error)).toBeUndefined()
})
