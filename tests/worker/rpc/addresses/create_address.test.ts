import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const service = await testService()
const { addresses } = await testWallet({}, service)
const call = (name: string, params: unknown) => dispatch(service, name, params)
const written = (address: number) => addresses.address({ account: 0, address })

describe('create_address', () => {
  test('makes the next address', async () => {
    expect(await call('create_address', { label: 'shop' })).toEqual({
      result: {
        address: written(1),
        address_index: 1,
        addresses: [written(1)],
        address_indices: [1],
      },
    })
  })

  test('makes several with one label', async () => {
    expect(await call('create_address', { count: 3, label: 'many' })).toMatchObject({
      result: { address_index: 2, address_indices: [2, 3, 4] },
    })
    expect(addresses.label({ account: 0, address: 4 })).toBe('many')
  })

  test.each([
    [{ count: 0 }, -1, 'Count must be between 1 and 65536.'],
    [{ count: 65_537 }, -1, 'Count must be between 1 and 65536.'],
    [{ account_index: 1 }, -14, 'account index is out of bound'],
  ])('error: %o', async (params, code, message) => {
    const before = addresses.addressCount(0)
    expect(await call('create_address', params)).toEqual({ error: { code, message } })
    expect(addresses.addressCount(0)).toBe(before)
  })
})
