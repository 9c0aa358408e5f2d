import { describe, expect, test } from 'vitest'
import { walletOfThreeAccounts } from '../../../support/wallets/called-wallet.ts'

describe('get_account_tags', () => {
  test('lists no tag of a new wallet', async () => {
    const { tags } = await walletOfThreeAccounts()
    expect(await tags()).toEqual([])
  })

  test('lists tags in order with their accounts, also after the wallet is reopened', async () => {
    const { call, tag, tags, reopen } = await walletOfThreeAccounts()
    await tag('rent', 2, 0, 2)
    await tag('Food', 1)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    await reopen()
    expect(await tags()).toEqual([
      { tag: 'Food', label: '', accounts: [1] },
      { tag: 'rent', label: 'the house', accounts: [0, 2] },
    ])
  })

  test('orders tags by their UTF-8 bytes, not by UTF-16 units', async () => {
    const { tag, tags } = await walletOfThreeAccounts()
    await tag('\u{1f381}', 0)
    await tag('\uffee', 1)
    expect(await tags()).toMatchObject([{ tag: '\uffee' }, { tag: '\u{1f381}' }])
  })
})
