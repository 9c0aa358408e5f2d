import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('attributes', () => {
  test('are kept when the wallet is closed', async () => {
    const service = await testService()
    await testWallet({ name: 'attributes' }, service)
    const call = (name: string, params: object) => dispatch(service, name, params)
    for (const value of ['first', 'second \u{1f381}'])
      expect(await call('set_attribute', { key: 'k', value })).toEqual({ result: {} })
    await call('close_wallet', {})
    await call('open_wallet', { filename: 'attributes' })
    expect(await call('get_attribute', { key: 'k' })).toEqual({
      result: { value: 'second \u{1f381}' },
    })
  })

  test('error: there is none of this key', async () => {
    const service = await testService()
    await testWallet({}, service)
    expect(await dispatch(service, 'get_attribute', { key: '__proto__' })).toEqual({
      error: { code: -45, message: 'Attribute not found.' },
    })
  })

  test('error: of a restricted service', async () => {
    const service = await testService({ restricted: true })
    for (const name of ['get_attribute', 'set_attribute'])
      expect(await dispatch(service, name, {})).toMatchObject({ error: { code: -7 } })
  })
})
