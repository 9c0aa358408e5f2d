import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

const { call, txids } = await walletWithSampleBalances()

describe('get_transfer_by_txid', () => {
  test('lists the transfers of a transaction in an account', async () => {
    const { txid } = txids.first
    const { result } = (await call('get_transfer_by_txid', { txid: txid.toUpperCase() })) as {
      result: { transfer: object; transfers: { amount: bigint }[] }
    }
    expect(result.transfers.map(({ amount }) => amount).sort()).toEqual([105n, 7n])
    expect(result.transfer).toEqual(result.transfers[0])
    expect(await call('get_transfer_by_txid', { txid, account_index: 1 })).toMatchObject({
      result: { transfer: { amount: 4n, type: 'in' } },
    })
  })

  test.each([
    [{ txid: 'xy' }, -8, 'Transaction ID has invalid format'],
    [{ txid: 'abcd' }, -8, 'Transaction ID has invalid size: abcd'],
    [{ txid: 'ab'.repeat(32) }, -8, 'Transaction not found.'],
    [{ txid: 'ab'.repeat(32), account_index: 5 }, -14, 'Account index is out of bound'],
  ])('error: %o', async (params, code, message) => {
    expect(await call('get_transfer_by_txid', params)).toEqual({ error: { code, message } })
  })
})
