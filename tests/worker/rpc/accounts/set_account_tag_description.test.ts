import { describe, expect, test } from 'vitest'
import { walletOfThreeAccounts } from '../../../support/wallets/called-wallet.ts'

describe('set_account_tag_description', () => {
  test('describes a tag, and replaces the description', async () => {
    const { call, tag, tags } = await walletOfThreeAccounts()
    await tag('rent', 0)
    for (const description of ['the house', 'the flat'])
      expect(await call('set_account_tag_description', { tag: 'rent', description })).toEqual({
        result: {},
      })
    expect(await tags()).toEqual([{ tag: 'rent', label: 'the flat', accounts: [0] }])
  })

  test.each([
    ['', 'Tag must not be empty'],
    ['rent', 'Tag is unregistered'],
  ])('error: the tag %j', async (tag, message) => {
    const { call } = await walletOfThreeAccounts()
    expect(await call('set_account_tag_description', { tag, description: 'x' })).toEqual({
      error: { code: -1, message },
    })
  })
})
