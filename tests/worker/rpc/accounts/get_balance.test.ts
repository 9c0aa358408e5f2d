import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

const { call, wallet } = await walletWithSampleBalances()

describe('get_balance', () => {
  test('adds up the account and lists its funded subaddresses', async () => {
    const address = (at: number) => wallet.addresses.address({ account: 0, address: at })
    expect(await call('get_balance')).toEqual({
      result: {
        balance: 51n,
        unlocked_balance: 42n,
        multisig_import_needed: false,
        per_subaddress: [
          {
            account_index: 0,
            address_index: 0,
            address: address(0),
            label: 'Primary account',
            balance: 44n,
            unlocked_balance: 35n,
            num_unspent_outputs: 3n,
            blocks_to_unlock: 8n,
            time_to_unlock: 0n,
          },
          {
            account_index: 0,
            address_index: 2,
            address: address(2),
            label: '',
            balance: 7n,
            unlocked_balance: 7n,
            num_unspent_outputs: 1n,
            blocks_to_unlock: 0n,
            time_to_unlock: 0n,
          },
        ],
        blocks_to_unlock: 8n,
        time_to_unlock: 0n,
      },
    })
  })

  test('lists the requested subaddresses, each once, with an unchanged total', async () => {
    expect(await call('get_balance', { address_indices: [4, 2, 4] })).toMatchObject({
      result: {
        balance: 51n,
        per_subaddress: [
          { address_index: 2, balance: 7n },
          { address_index: 4, balance: 0n },
        ],
      },
    })
  })

  test('reports all accounts, with or without pool payments', async () => {
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 58n, unlocked_balance: 46n, per_subaddress: { length: 4 } },
    })
    expect(await call('get_balance', { all_accounts: true, strict: true })).toMatchObject({
      result: { balance: 55n, unlocked_balance: 46n, per_subaddress: { length: 3 } },
    })
  })

  test('is zero for an account that does not exist, as in monero-wallet-rpc', async () => {
    expect(await call('get_balance', { account_index: 9 })).toMatchObject({
      result: { balance: 0n, per_subaddress: [] },
    })
  })

  test('has the alias getbalance', async () => {
    expect(await call('getbalance')).toEqual(await call('get_balance'))
  })

  test('error: no wallet is open', async () => {
    expect(await dispatch(await testService(), 'get_balance')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })

  test('error: a wrong value names its field', async () => {
    expect(await call('get_balance', { address_indices: [-1] })).toEqual({
      error: {
        code: -32602,
        message: 'Invalid params',
        data: 'address_indices[0]: expected u32, got -1',
      },
    })
  })
})
