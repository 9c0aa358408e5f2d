import { describe, expect, test } from 'vitest'
import { ourMember, prepared, round } from '../../../support/multisig/group-members.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

const xmr = 1_000_000_000_000n

describe('get_overview', () => {
  test('returns the results of is_multisig, get_accounts and get_balance', async () => {
    const page = pageClient((await fundedWallet([10n * xmr, 20n * xmr])).service)
    await page.create_account({})
    for (const account_index of [0, 1])
      expect(await page.get_overview({ account_index })).toEqual({
        group: await page.is_multisig({}),
        accounts: await page.get_accounts({}),
        balance: await page.get_balance({ account_index }),
        warnings: [],
      })
    expect((await page.get_overview({ account_index: 0 })).balance.balance).toBe(30n * xmr)
  })

  test('returns a result while a multisig group has no address', async () => {
    const members = [await ourMember(0), await ourMember(1), await ourMember(2)]
    await round(members, 'make_multisig', await prepared(members), { threshold: 2 })
    const page = pageClient(members[0]!.service)
    const { group, balance, accounts } = await page.get_overview({ account_index: 0 })
    expect(group).toEqual({ multisig: true, ready: false, threshold: 2, total: 3 })
    expect(balance.balance).toBe(0n)
    expect(accounts.subaddress_accounts).toMatchObject([{ base_address: '' }])
  })

  test('error: no wallet is open', async () => {
    const page = pageClient(await testService())
    await expect(page.get_overview({ account_index: 0 })).rejects.toMatchObject({ code: -13 })
  })
})
