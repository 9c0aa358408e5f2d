import { expect, test } from 'vitest'
import { storageError, storageErrorCode } from '../../../../worker/engine/store/errors.ts'

test.each<[string, unknown, string]>([
  ['a full disk', Object.assign(new Error('/home/x: full'), { code: 'ENOSPC' }), 'ENOSPC'],
  ['a browser quota', new DOMException('over quota', 'QuotaExceededError'), 'QuotaExceededError'],
  ['an error without a code', new TypeError('secret'), 'TypeError'],
  ['a thrown text', 'secret', 'undefined'],
  ['nothing', undefined, 'undefined'],
])('%s is named by its code alone', (_, error, code) => {
  expect(storageErrorCode(error)).toBe(code)
  const { reason, message } = storageError(error)
  expect([reason, message]).toEqual(['UNKNOWN_ERROR', `The wallet could not be stored: ${code}`])
})
