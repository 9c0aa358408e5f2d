import { expect, test } from 'vitest'
import { accountGroups, type Account } from '../../../web/format/account-groups.ts'

const account = (account_index: number, tag: string): Account => ({
  account_index,
  tag,
  label: '',
  base_address: '',
  balance: 0n,
  unlocked_balance: 0n,
})

test('accounts without a tag come first, then each tag by its name', () => {
  const accounts = [account(0, 'shop'), account(1, ''), account(2, 'fun'), account(3, 'shop')]
  expect(
    accountGroups(accounts).map(({ tag, accounts: members }) => [
      tag,
      ...members.map(({ account_index }) => account_index),
    ]),
  ).toEqual([
    ['', 1],
    ['fun', 2],
    ['shop', 0, 3],
  ])
  expect(accountGroups([])).toEqual([])
})
