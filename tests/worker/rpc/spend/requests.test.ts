import { describe, expect, test } from 'vitest'
import { object } from '#protocol/fields.ts'
import { spendingParams, sweepParams, transferParams } from '../../../../worker/rpc/spend/params.ts'
import {
  outputsPerTransaction,
  sweepRequest,
  transferRequest,
} from '../../../../worker/rpc/spend/requests.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

describe('requests of methods that spend', () => {
  test('carry the params of a transfer', async () => {
    const wallet = await testWallet()
    const address = wallet.primaryAddress
    const params = object({ ...transferParams, ...spendingParams }).parse(
      { destinations: [{ amount: 5n, address }], account_index: 1, priority: 3, unlock_time: 7n },
      '',
    )
    expect(await transferRequest(wallet, params)).toMatchObject({
      account: 1,
      addresses: [],
      payments: [{ amount: 5n, original: address }],
      paymentId: undefined,
      priority: 3,
      unlockTime: 7n,
    })
  })

  test('carry the params of a sweep, of some subaddresses or all of an account', async () => {
    const wallet = await testWallet()
    await wallet.addresses.createAddresses(0, '', 2)
    const sweepOf = (given: object) =>
      object({ ...sweepParams, ...spendingParams }).parse(
        { address: wallet.primaryAddress, ...given },
        '',
      )
    expect(await sweepRequest(wallet, sweepOf({ subaddr_indices: [2] }))).toMatchObject({
      account: 0,
      addresses: [2],
      below: 0n,
      outputs: 1,
      priority: 0,
      unlockTime: 0n,
    })
    const all = await sweepRequest(wallet, sweepOf({ subaddr_indices_all: true }))
    expect(all.addresses).toEqual([0, 1, 2])
  })

  test('cap the number of swept outputs just above the limit', () => {
    expect([1n, 16n, 17n, 2n ** 64n - 1n].map(outputsPerTransaction)).toEqual([1, 16, 17, 17])
    expect(() => outputsPerTransaction(0n)).toThrow('Amount of outputs should be greater than 0.')
  })
})
