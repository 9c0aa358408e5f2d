import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'

const { call, wallet } = await walletWithSampleBalances()

describe('get_address_index', () => {
  test('returns account and address index of one of our addresses', async () => {
    const address = wallet.addresses.address({ account: 1, address: 3 })
    expect(await call('get_address_index', { address })).toEqual({
      result: { index: { major: 1, minor: 3 } },
    })
  })

  test.each([
    ['is invalid', 'nonsense', 'Invalid address'],
    ['is of another wallet', minerAddress, "Address doesn't belong to the wallet"],
  ])('error: the address %s', async (_, address, message) => {
    expect(await call('get_address_index', { address })).toEqual({ error: { code: -2, message } })
  })
})
