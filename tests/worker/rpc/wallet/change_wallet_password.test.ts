import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

async function wallet(password: string) {
  const service = await testService()
  await testWallet({ name: 'a', password }, service)
  return { service, call: (method: string, params = {}) => dispatch(service, method, params) }
}

describe('change_wallet_password', () => {
  test('the new password opens the wallet, the old one does not', async () => {
    const { call } = await wallet('old')
    const change = { old_password: 'old', new_password: 'new' }
    expect(await call('change_wallet_password', change)).toEqual({ result: {} })
    await call('close_wallet')
    const open = (password: string) => call('open_wallet', { filename: 'a', password })
    expect(await open('old')).toHaveProperty('error.data', 'wrong password')
    expect(await open('new')).toEqual({ result: {} })
  })

  test('error: a wrong old password', async () => {
    const { call, service } = await wallet('old')
    const change = { old_password: 'guess', new_password: 'new' }
    expect(await call('change_wallet_password', change)).toEqual({
      error: { code: -22, message: 'Invalid original password.' },
    })
    expect(await service.wallet!.verifyPassword('old')).toBe(true)
  })
})
