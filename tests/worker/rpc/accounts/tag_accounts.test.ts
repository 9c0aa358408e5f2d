import { describe, expect, test } from 'vitest'
import { walletOfThreeAccounts } from '../../../support/wallets/called-wallet.ts'

describe('tag_accounts', () => {
  test('replaces the tag of an account', async () => {
    const { tag, tags } = await walletOfThreeAccounts()
    expect(await tag('rent', 0, 1)).toEqual({ result: {} })
    await tag('food', 0)
    expect(await tags()).toEqual([
      { tag: 'food', label: '', accounts: [0] },
      { tag: 'rent', label: '', accounts: [1] },
    ])
  })

  test('keeps the description when it adds an account', async () => {
    const { call, tag, tags } = await walletOfThreeAccounts()
    await tag('rent', 0)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    await tag('rent', 1, 0)
    expect(await tags()).toEqual([{ tag: 'rent', label: 'the house', accounts: [0, 1] }])
  })

  test('makes get_accounts list the account by the tag or a pattern of it', async () => {
    const { call, tag } = await walletOfThreeAccounts()
    await tag('rent', 1)
    const tagged = {
      result: { subaddress_accounts: [{ account_index: 1, tag: 'rent', label: 'one' }] },
    }
    expect(await call('get_accounts', { tag: 'rent' })).toMatchObject(tagged)
    expect(await call('get_accounts', { tag: 'r.*', regexp: true })).toMatchObject(tagged)
  })

  test('error: one account does not exist, and none is tagged', async () => {
    const { tag, tags } = await walletOfThreeAccounts()
    expect(await tag('rent', 0, 3)).toEqual({
      error: { code: -1, message: 'Account index out of bound' },
    })
    expect(await tags()).toEqual([])
  })
})
