import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const service = await testService()
const wallet = await testWallet({}, service)

describe('create_account', () => {
  test('makes the next account and returns its first address', async () => {
    expect(await dispatch(service, 'create_account', { label: 'savings' })).toEqual({
      result: { account_index: 1, address: wallet.addresses.address({ account: 1, address: 0 }) },
    })
    expect(wallet.addresses.label({ account: 1, address: 0 })).toBe('savings')
  })

  test('error: the service is restricted', async () => {
    const restricted = await testService({ restricted: true })
    await testWallet({}, restricted)
    expect(await dispatch(restricted, 'create_account')).toEqual({
      error: { code: -7, message: 'Command unavailable in restricted mode.' },
    })
    expect(restricted.wallet?.addresses.accountCount).toBe(1)
  })
})
