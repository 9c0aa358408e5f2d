import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('set_attribute', () => {
  test('replaces the value of a key', async () => {
    const { call, result } = await calledWallet()
    for (const value of ['first', 'second'])
      expect(await call('set_attribute', { key: 'k', value })).toEqual({ result: {} })
    expect(await result('get_attribute', { key: 'k' })).toEqual({ value: 'second' })
  })

  test('error: the service is restricted', async () => {
    const { call } = await calledWallet({ restricted: true })
    expect(await call('set_attribute', { key: 'k', value: 'v' })).toMatchObject({
      error: { code: -7 },
    })
  })
})
