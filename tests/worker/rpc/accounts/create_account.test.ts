import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const service = await testService()
const wallet = await testWallet({}, service)

describe('create_account', () => {
  test('makes the next account and tells its first address', async () => {
    expect(await dispatch(service, 'create_account', { label: 'savings' })).toEqual({
      result: { account_index: 1, address: wallet.addresses.address({ account: 1, address: 0 }) },
    })
    expect(wallet.addresses.label({ account: 1, address: 0 })).toBe('savings')
  })

  test('error: a restricted service makes none', async () => {
    const restricted = await testService({ restricted: true })
    await testWallet({}, restricted)
    expect(await dispatch(restricted, 'create_account')).toEqual({
      error: { code: -7, message: 'Command unavailable in restricted mode.' },
    })
    expect(restricted.wallet?.addresses.accountCount).toBe(1)
  })
})

describe('label_account', () => {
  test('labels it and answers the tags there are', async () => {
    const params = { account_index: 0, label: 'daily' }
    expect(await dispatch(service, 'label_account', params)).toEqual({
      result: { account_tags: [] },
    })
    expect(wallet.addresses.label({ account: 0, address: 0 })).toBe('daily')
  })

  test('error: there is no such account', async () => {
    expect(await dispatch(service, 'label_account', { account_index: 7 })).toEqual({
      error: { code: -14, message: 'account index is out of bound' },
    })
  })
})
