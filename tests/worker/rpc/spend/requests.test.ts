import { describe, expect, test } from 'vitest'
import { object } from '#protocol/fields.ts'
import { spendingParams, sweepParams, transferParams } from '../../../../worker/rpc/spend/params.ts'
import {
  outputsPerTransaction,
  sweepRequest,
  transferRequest,
} from '../../../../worker/rpc/spend/requests.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('requests of methods that spend', () => {
  test('carry the params of a transfer', async () => {
    const wallet = await testWallet()
    const address = wallet.primaryAddress
    const params = object({ ...transferParams, ...spendingParams }).parse(
      { destinations: [{ amount: 5n, address }], account_index: 1, priority: 3 },
      '',
    )
    expect(await transferRequest(wallet, params)).toMatchObject({
      account: 1,
      addresses: [],
      payments: [{ amount: 5n, original: address }],
      paymentId: undefined,
      priority: 3,
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
      priority: 0,
    })
    const all = await sweepRequest(wallet, sweepOf({ subaddr_indices_all: true }))
    expect(all.addresses).toEqual([0, 1, 2])
  })

  test.each([1n, 7n, 500_000_000n])(
    'refuse an unlock time of %s before the recipients',
    async (unlock_time) => {
      const service = await testService()
      const wallet = await testWallet({}, service)
      const error = 'Transaction cannot have non-zero unlock time'
      const transfer = object({ ...transferParams, ...spendingParams }).parse(
        { destinations: [{ amount: 5n, address: 'none' }], unlock_time },
        '',
      )
      await expect(transferRequest(wallet, transfer)).rejects.toThrow(error)
      const sweep = object({ ...sweepParams, ...spendingParams }).parse({ unlock_time }, '')
      await expect(sweepRequest(wallet, sweep)).rejects.toThrow(error)
      const one = { key_image: '00'.repeat(32), unlock_time }
      expect(await dispatch(service, 'sweep_single', one)).toEqual({
        error: { code: -50, message: error },
      })
    },
  )

  test('cap the number of swept outputs just above the limit', () => {
    expect([1n, 16n, 17n, 2n ** 64n - 1n].map(outputsPerTransaction)).toEqual([1, 16, 17, 17])
    expect(() => outputsPerTransaction(0n)).toThrow('Amount of outputs should be greater than 0.')
  })
})
