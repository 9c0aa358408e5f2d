import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

const { call, wallet } = await walletWithSampleBalances()
const written = (account: number, address: number) => wallet.addresses.address({ account, address })

describe('get_address', () => {
  test('lists all addresses of an account', async () => {
    expect(await call('get_address')).toEqual({
      result: {
        address: wallet.primaryAddress,
        addresses: [
          { address: written(0, 0), label: 'Primary account', address_index: 0, used: true },
          { address: written(0, 1), label: '', address_index: 1, used: false },
          { address: written(0, 2), label: '', address_index: 2, used: true },
        ],
      },
    })
  })

  test('lists the requested addresses; a single index need not be in a list', async () => {
    expect(await call('getaddress', { account_index: 1, address_index: 0 })).toEqual({
      result: {
        address: written(1, 0),
        addresses: [
          { address: written(1, 0), label: 'Untitled account', address_index: 0, used: true },
        ],
      },
    })
  })

  test.each([
    [{ account_index: 2 }, -14, 'account index is out of bound'],
    [{ address_index: [0, 3] }, -15, 'address index is out of bound'],
  ])('error: %o does not exist', async (params, code, message) => {
    expect(await call('get_address', params)).toEqual({ error: { code, message } })
  })
})
