import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

const { call, wallet } = await calledWallet()

describe('label_address', () => {
  test('labels an existing address', async () => {
    await call('create_address', { label: 'shop' })
    const params = { index: { major: 0, minor: 1 }, label: 'other' }
    expect(await call('label_address', params)).toEqual({ result: {} })
    expect(wallet.addresses.label({ account: 0, address: 1 })).toBe('other')
  })

  test.each([
    [{ major: 5, minor: 0 }, -14, 'account index is out of bound'],
    [{ major: 0, minor: 50 }, -15, 'address index is out of bound'],
  ])('error: %o does not exist', async (index, code, message) => {
    expect(await call('label_address', { index, label: 'x' })).toEqual({ error: { code, message } })
  })
})
