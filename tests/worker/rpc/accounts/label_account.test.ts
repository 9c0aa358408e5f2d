import { describe, expect, test } from 'vitest'
import { walletOfThreeAccounts } from '../../../support/wallets/called-wallet.ts'

describe('label_account', () => {
  test('labels the account', async () => {
    const { call, wallet } = await walletOfThreeAccounts()
    expect(await call('label_account', { account_index: 0, label: 'daily' })).toEqual({
      result: { account_tags: [] },
    })
    expect(wallet.addresses.label({ account: 0, address: 0 })).toBe('daily')
  })

  test('returns all tags', async () => {
    const { call, tag } = await walletOfThreeAccounts()
    await tag('rent', 1)
    expect(await call('label_account', { account_index: 1, label: 'flat' })).toEqual({
      result: { account_tags: [{ tag: 'rent', label: '', accounts: [1] }] },
    })
  })

  test('error: the account does not exist', async () => {
    const { call } = await walletOfThreeAccounts()
    expect(await call('label_account', { account_index: 7 })).toEqual({
      error: { code: -14, message: 'account index is out of bound' },
    })
  })
})
