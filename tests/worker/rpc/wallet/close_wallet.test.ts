import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('close_wallet', () => {
  test('closes the wallet and overwrites its secrets', async () => {
    const { call, service, wallet } = await calledWallet()
    const { viewSecret, spendSecret } = wallet.secrets
    expect(await call('close_wallet')).toEqual({ result: {} })
    expect(service.wallet).toBeUndefined()
    expect(viewSecret).toEqual(new Uint8Array(32))
    expect(spendSecret).toEqual(new Uint8Array(32))
  })

  // The reference drops what was not stored. A record of money that was sent must not be lost.
  test('keeps all changes, also with autosave_current: false', async () => {
    const { call } = await calledWallet()
    await call('set_attribute', { key: 'k', value: 'v' })
    expect(await call('close_wallet', { autosave_current: false })).toEqual({ result: {} })
    await call('open_wallet', { filename: 'called' })
    expect(await call('get_attribute', { key: 'k' })).toEqual({ result: { value: 'v' } })
  })

  test('error: no wallet is open', async () => {
    expect(await dispatch(await testService(), 'close_wallet')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})
