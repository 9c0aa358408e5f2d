import { describe, expect, test } from 'vitest'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

// monero tests/functional_tests/integrated_address.py
const integrated =
  '4CMe2PUhs4J4S6m3W7bQfGbB8vzPVHJ8UoSNnJTRFgsxKnPSFtGd6pHwaGQxmfNDbDCkUWpYHAKXWZTDY3PU4m2YTzCFTGvBuoxHzpe1YL'

const { call, result } = await calledWallet()

describe('split_integrated_address', () => {
  test('returns the standard address and the payment id', async () => {
    const { integrated_address } = await result('make_integrated_address', {
      standard_address: minerAddress,
      payment_id: '0123456789abcdef',
    })
    expect(await result('split_integrated_address', { integrated_address })).toEqual({
      standard_address: minerAddress,
      payment_id: '0123456789abcdef',
      is_subaddress: false,
    })
  })

  test.each([
    [minerAddress, 'Address is not an integrated address'],
    ['', 'Invalid address'],
    ['x', 'Invalid address'],
    [integrated.slice(1), 'Invalid address'],
  ])('error: %j', async (integrated_address, message) => {
    expect(await call('split_integrated_address', { integrated_address })).toEqual({
      error: { code: -2, message },
    })
  })
})
