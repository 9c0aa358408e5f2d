import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('get_attribute', () => {
  test('returns the value after the wallet is reopened', async () => {
    const { call, reopen } = await calledWallet()
    await call('set_attribute', { key: 'k', value: 'second \u{1f381}' })
    await reopen()
    expect(await call('get_attribute', { key: 'k' })).toEqual({
      result: { value: 'second \u{1f381}' },
    })
  })

  test('error: the key has no value', async () => {
    const { call } = await calledWallet()
    expect(await call('get_attribute', { key: '__proto__' })).toEqual({
      error: { code: -45, message: 'Attribute not found.' },
    })
  })

  test('error: the service is restricted', async () => {
    const { call } = await calledWallet({ restricted: true })
    expect(await call('get_attribute', { key: 'k' })).toMatchObject({ error: { code: -7 } })
  })
})
