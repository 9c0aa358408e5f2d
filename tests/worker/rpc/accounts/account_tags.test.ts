import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

/** Three accounts. */
async function wallet() {
  const service = await testService()
  const { addresses } = await testWallet({ name: 'tags' }, service)
  for (const label of ['one', 'two']) await addresses.createAccount(label)
  const call = (name: string, params: object = {}) => dispatch(service, name, params)
  return {
    service,
    call,
    tag: (tag: string, ...accounts: number[]) => call('tag_accounts', { tag, accounts }),
    tags: async () => (await call('get_account_tags')) as { result: { account_tags: unknown[] } },
  }
}

describe('account tags', () => {
  test('there is none to begin with', async () => {
    const { tags } = await wallet()
    expect(await tags()).toEqual({ result: { account_tags: [] } })
  })

  test('stand in order, with their accounts, and are kept when the wallet is closed', async () => {
    const { service, call, tag, tags } = await wallet()
    await tag('rent', 2, 0, 2)
    await tag('Food', 1)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'tags' })
    expect(await tags()).toEqual({
      result: {
        account_tags: [
          { tag: 'Food', label: '', accounts: [1] },
          { tag: 'rent', label: 'the house', accounts: [0, 2] },
        ],
      },
    })
  })

  test('are ordered by their bytes, not by their UTF-16', async () => {
    const { tag, tags } = await wallet()
    await tag('\u{1f381}', 0)
    await tag('\uffee', 1)
    const { account_tags } = (await tags()).result
    expect(account_tags).toMatchObject([{ tag: '\uffee' }, { tag: '\u{1f381}' }])
  })

  test('an account bears one; one that none bears is forgotten with its description', async () => {
    const { call, tag, tags } = await wallet()
    await tag('rent', 0, 1)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    await tag('food', 0)
    expect(await call('untag_accounts', { accounts: [1] })).toEqual({ result: {} })
    await tag('rent', 2)
    expect(await tags()).toEqual({
      result: {
        account_tags: [
          { tag: 'food', label: '', accounts: [0] },
          { tag: 'rent', label: '', accounts: [2] },
        ],
      },
    })
  })

  test('a description stays when another account is added', async () => {
    const { call, tag, tags } = await wallet()
    await tag('rent', 0)
    await call('set_account_tag_description', { tag: 'rent', description: 'the house' })
    await tag('rent', 1, 0)
    expect((await tags()).result.account_tags).toEqual([
      { tag: 'rent', label: 'the house', accounts: [0, 1] },
    ])
  })

  test('are answered by label_account and listed by get_accounts', async () => {
    const { call, tag } = await wallet()
    await tag('rent', 1)
    expect(await call('label_account', { account_index: 1, label: 'flat' })).toEqual({
      result: { account_tags: [{ tag: 'rent', label: '', accounts: [1] }] },
    })
    expect(await call('get_accounts', { tag: 'rent' })).toMatchObject({
      result: { subaddress_accounts: [{ account_index: 1, tag: 'rent', label: 'flat' }] },
    })
    expect(await call('get_accounts', { tag: 'r.*', regexp: true })).toMatchObject({
      result: { subaddress_accounts: [{ account_index: 1 }] },
    })
  })

  test('error: one account that does not exist, and nothing is tagged', async () => {
    const { call, tag, tags } = await wallet()
    const refused = { error: { code: -1, message: 'Account index out of bound' } }
    expect(await tag('rent', 0, 3)).toEqual(refused)
    expect(await call('untag_accounts', { accounts: 3 })).toEqual(refused)
    expect(await tags()).toEqual({ result: { account_tags: [] } })
  })

  test.each([
    ['', 'Tag must not be empty'],
    ['rent', 'Tag is unregistered'],
  ])('error: a description for the tag %j', async (tag, message) => {
    const { call } = await wallet()
    expect(await call('set_account_tag_description', { tag, description: 'x' })).toEqual({
      error: { code: -1, message },
    })
  })
})
