import { describe, expect, test } from 'vitest'
import { StorageFailure } from '../../../../protocol/storage-failure.ts'
import {
  openError,
  openErrors,
  toOpenError,
} from '../../../../worker/engine/keyfile/open-errors.ts'
import {
  RecordsChanged,
  UnsupportedWallet,
  WalletDamaged,
  WrongPassword,
} from '../../../../worker/engine/store/errors.ts'

const failed = (why: string) => `Failed to open wallet : ${why}`

describe('toOpenError', () => {
  test.each([
    ['a wrong password', new WrongPassword(), 'Invalid password.', 'wrong password'],
    ['damage', new WalletDamaged('it was cut short'), 'file: it was cut short', 'damaged'],
    [
      'changed records',
      new RecordsChanged([{ table: 'notes', kind: 'missing', count: 2 }], 0),
      'file: records of the wallet were changed outside this program: 2 missing in notes. ' +
        'Restore the wallet from its seed, or call open_wallet with repair to accept what is left',
      'records changed',
    ],
    [
      'storage that fails',
      new WalletDamaged('unread', {
        cause: new StorageFailure('the disk of "w" reports an error.'),
      }),
      'the disk of "w" reports an error.',
      'storage: failed',
    ],
    ['another kind', new UnsupportedWallet('multisig'), 'file: multisig', undefined],
  ])('of %s is an error for the caller', (_, error, why, data) => {
    expect(toOpenError(error, 'file: ')).toMatchObject({
      name: 'RpcError',
      code: -1,
      message: failed(why),
      data,
    })
  })

  test('returns any other error unchanged', () => {
    for (const error of [new TypeError('bug'), openError('internal error'), 'text'])
      expect(toOpenError(error, 'file: ')).toBe(error)
  })
})

// monero src/wallet/wallet_errors.h file_not_found, file_read_error
test('file errors have the messages of the reference', () => {
  expect(openErrors.missing('shop')).toBe('file not found "shop.keys"')
  expect(openErrors.damaged('shop')).toBe('file read error "shop.keys"')
})
