import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { parseTxid } from '../../../../worker/rpc/notes/txid.ts'

describe('parseTxid', () => {
  test('reads 64 hex digits in either case, as lower case', () => {
    expect(parseTxid('aB'.repeat(32))).toBe('ab'.repeat(32))
  })

  test.each(['', 'aa', 'zz'.repeat(32), `${'aa'.repeat(32)}0`, ` ${'aa'.repeat(32)}`])(
    'error: %j',
    (given) => {
      expect(() => parseTxid(given)).toThrow(new RpcError('WRONG_TXID', 'TX ID has invalid format'))
    },
  )
})
