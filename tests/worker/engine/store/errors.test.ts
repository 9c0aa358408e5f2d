import { expect, test } from 'vitest'
import { StorageFailure } from '../../../../protocol/storage-failure.ts'
import {
  RecordsChanged,
  storageError,
  storageReason,
  WalletDamaged,
} from '../../../../worker/engine/store/errors.ts'

test.each<[string, unknown, string]>([
  ['a full disk', Object.assign(new Error('/home/x: full'), { code: 'ENOSPC' }), 'ENOSPC'],
  ['a browser quota', new DOMException('over quota', 'QuotaExceededError'), 'QuotaExceededError'],
  ['an error without a code', new TypeError('secret'), 'TypeError'],
  ['a thrown text', 'secret', 'undefined'],
  ['nothing', undefined, 'undefined'],
])('%s is named by its code alone', (_, error, code) => {
  expect(storageReason(error)).toBe(code)
  const { reason, message } = storageError(error)
  expect([reason, message]).toEqual(['UNKNOWN_ERROR', `The wallet could not be stored: ${code}`])
})

test('changed records are described by their tables', () => {
  const error = new RecordsChanged(
    [
      { table: 'notes', kind: 'missing', count: 2 },
      { table: 'outputs', kind: 'replaced', count: 1 },
      { table: 'tags', kind: 'returned', count: 3 },
    ],
    4,
  )
  expect(error).toBeInstanceOf(WalletDamaged)
  expect(error.message).toBe(
    'records of the wallet were changed outside this program: 4 cannot be decrypted, ' +
      '2 missing in notes, an older version in outputs, 3 deleted before in tags',
  )
  expect(error.tables).toEqual(new Set(['notes', 'outputs', 'tags']))
})

test('changed records without a list can be in any table', () => {
  const error = new RecordsChanged(undefined, 0)
  expect(error.message).toMatch(/: their list is missing$/)
  expect(error.tables).toBeUndefined()
})

test('a failure of storage explains itself', () => {
  const failure = new StorageFailure('the disk of "w" is full. Free some space (ENOSPC).')
  expect(storageReason(failure)).toBe('the disk of "w" is full. Free some space (ENOSPC).')
  expect(storageError(failure).message).toBe(
    'The wallet could not be stored: the disk of "w" is full. Free some space (ENOSPC).',
  )
})
