import { describe, expect, test } from 'vitest'
import { walletOfThreeAccounts } from '../../../support/wallets/called-wallet.ts'

describe('untag_accounts', () => {
  test('removes a tag that no account has any more, with its description', async () => {
    const { call, tag, tags } = await walletOfThreeAccounts()
    await tag('rent', 1)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    expect(await call('untag_accounts', { accounts: [1] })).toEqual({ result: {} })
    expect(await tags()).toEqual([])
    await tag('rent', 2)
    expect(await tags()).toEqual([{ tag: 'rent', label: '', accounts: [2] }])
  })

  test('error: the account does not exist', async () => {
    const { call, tag, tags } = await walletOfThreeAccounts()
    await tag('rent', 1)
    expect(await call('untag_accounts', { accounts: [1, 3] })).toEqual({
      error: { code: -1, message: 'Account index out of bound' },
    })
    expect(await tags()).toEqual([{ tag: 'rent', label: '', accounts: [1] }])
  })
})
