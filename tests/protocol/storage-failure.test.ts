import { describe, expect, test } from 'vitest'
import { StorageFailure, storageFailure } from '../../protocol/storage-failure.ts'

const failure = (error: unknown) => storageFailure(error, 'the disk of "w"')
const withCode = (code: unknown) => Object.assign(new Error('/home/me/w: secret'), { code })

describe('storageFailure', () => {
  test.each([
    ['SQLITE_FULL', 'is full. Nothing was changed. Free some space, then try again'],
    ['ENOSPC', 'is full. Nothing was changed. Free some space, then try again'],
    [
      'SQLITE_READONLY_DBMOVED',
      'cannot be written. Nothing was changed. Check the permissions of the files and their folder',
    ],
    [
      'EACCES',
      'cannot be written. Nothing was changed. Check the permissions of the files and their folder',
    ],
    ['SQLITE_IOERR_WRITE', 'reports an error. Nothing was changed. Check the disk, then try again'],
    ['EIO', 'reports an error. Nothing was changed. Check the disk, then try again'],
  ])('%s names the place and what to do', (code, text) => {
    const error = withCode(code)
    expect(failure(error)).toBeInstanceOf(StorageFailure)
    expect(failure(error)).toMatchObject({
      message: `the disk of "w" ${text} (${code}).`,
      cause: error,
    })
  })

  test('reads the names of exceptions of a browser, whose codes are numbers', () => {
    expect(failure(new DOMException('', 'QuotaExceededError'))?.message).toBe(
      'the disk of "w" is full. Nothing was changed. Free some space, then try again (QuotaExceededError).',
    )
    expect(failure(new DOMException('', 'UnknownError'))?.message).toMatch(/reports an error/)
  })

  test.each([withCode('SQLITE_BUSY'), withCode(13), new TypeError('x'), 'ENOSPC', undefined, null])(
    'is undefined for %o',
    (error) => {
      expect(failure(error)).toBeUndefined()
    },
  )
})
