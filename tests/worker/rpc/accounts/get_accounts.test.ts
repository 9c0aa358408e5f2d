import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

const { call, wallet } = await walletWithSampleBalances()
const base = (account: number) => wallet.addresses.address({ account, address: 0 })

describe('get_accounts', () => {
  test('lists accounts with their balances', async () => {
    expect(await call('get_accounts')).toEqual({
      result: {
        total_balance: 58n,
        total_unlocked_balance: 46n,
        subaddress_accounts: [
          {
            account_index: 0,
            base_address: base(0),
            label: 'Primary account',
            tag: '',
            balance: 51n,
            unlocked_balance: 42n,
          },
          {
            account_index: 1,
            base_address: base(1),
            label: 'Untitled account',
            tag: '',
            balance: 7n,
            unlocked_balance: 4n,
          },
        ],
      },
    })
  })

  test('leaves out unconfirmed amounts', async () => {
    expect(await call('get_accounts', { strict_balances: true })).toMatchObject({
      result: { total_balance: 55n },
    })
  })

  test.each(['regex', 'regexp'])('reads the tag as an expression, asked by %s', async (name) => {
    expect(await call('get_accounts', { tag: '.*', [name]: true })).toMatchObject({
      result: { subaddress_accounts: { length: 2 } },
    })
    expect(await call('get_accounts', { tag: 'x+', [name]: true })).toEqual({
      error: { code: -1, message: 'No matches for regex filter x+ .' },
    })
    expect(await call('get_accounts', { tag: '(', [name]: true })).toEqual({
      error: {
        code: -1,
        message: 'tag: expected a supported regular expression: a group is not closed',
      },
    })
  })

  test('matches patterns with exponential backtracking in short time', async () => {
    const tag = 'a'.repeat(60)
    await call('tag_accounts', { tag, accounts: [1] })
    for (const pattern of ['(a+)+b', '(a|aa)*b', '(.*)*(.*)*(.*)*b', '((a{0,9}){0,9})*b'])
      expect(await call('get_accounts', { tag: pattern, regex: true })).toEqual({
        error: { code: -1, message: `No matches for regex filter ${pattern} .` },
      })
    expect(await call('get_accounts', { tag: '(a+)+', regex: true })).toMatchObject({
      result: { subaddress_accounts: [{ account_index: 1, tag }] },
    })
    await call('untag_accounts', { accounts: [1] })
  })

  test('error: no account has the tag', async () => {
    expect(await call('get_accounts', { tag: 'rent' })).toEqual({
      error: { code: -1, message: 'Tag rent is unregistered.' },
    })
  })
})
