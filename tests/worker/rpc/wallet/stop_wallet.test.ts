import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('stop_wallet', () => {
  test('returns a result and stops the service', async () => {
    const { call, service } = await calledWallet()
    expect(await call('stop_wallet')).toEqual({ result: {} })
    await service.stopped
  })

  test('error: no wallet is open', async () => {
    expect(await dispatch(await testService(), 'stop_wallet')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})
