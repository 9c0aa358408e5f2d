import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('get_version', () => {
  test('returns version 1.3, also without a wallet and from a restricted service', async () => {
    for (const restricted of [false, true])
      expect(await dispatch(await testService({ restricted }), 'get_version')).toEqual({
        result: { version: 0x10003, release: true },
      })
  })
})
