import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

// monero tests/functional_tests/integrated_address.py
const paymentId = '0123456789abcdef'
const integrated =
  '4CMe2PUhs4J4S6m3W7bQfGbB8vzPVHJ8UoSNnJTRFgsxKnPSFtGd6pHwaGQxmfNDbDCkUWpYHAKXWZTDY3PU4m2YTzCFTGvBuoxHzpe1YL'
const subaddress =
  '84QRUYawRNrU3NN1VpFRndSukeyEb3Xpv8qZjjsoJZnTYpDYceuUTpog13D7qPxpviS7J29bSgSkR11hFFoXWk2yNdsR9WF'

const service = await testService()
await testWallet({}, service)
const call = (name: string, params = {}) => dispatch(service, name, params)

describe('make_integrated_address', () => {
  test('and split_integrated_address take each other back', async () => {
    const made = await call('make_integrated_address', {
      standard_address: minerAddress,
      payment_id: paymentId,
    })
    expect(made).toMatchObject({ result: { payment_id: paymentId } })
    const { integrated_address } = (made as { result: { integrated_address: string } }).result
    expect(integrated_address).toMatch(/^4.{105}$/)
    expect(await call('split_integrated_address', { integrated_address })).toEqual({
      result: { standard_address: minerAddress, payment_id: paymentId, is_subaddress: false },
    })
  })

  test('extends our own address by a random id when nothing is given', async () => {
    const [one, other] = [
      await call('make_integrated_address'),
      await call('make_integrated_address'),
    ] as { result: { integrated_address: string; payment_id: string } }[]
    expect(one!.result.payment_id).toMatch(/^[0-9a-f]{16}$/)
    expect(one!.result.payment_id).not.toBe(other!.result.payment_id)
    const { integrated_address } = one!.result
    expect(await call('split_integrated_address', { integrated_address })).toHaveProperty(
      'result.standard_address',
      service.wallet!.primaryAddress,
    )
  })

  test.each(['0123456789abcde', 'x'.repeat(16), '00'.repeat(32)])(
    'error: payment id %j',
    async (payment_id) => {
      expect(await call('make_integrated_address', { payment_id })).toEqual({
        error: { code: -5, message: 'Invalid payment ID' },
      })
    },
  )

  test('error: addresses that cannot be extended', async () => {
    const made = (await call('make_integrated_address')) as {
      result: { integrated_address: string }
    }
    const cases = [
      ['x', 'Invalid address'],
      [subaddress, "Subaddress shouldn't be used"],
      [made.result.integrated_address, 'Already integrated address'],
    ] as const
    for (const [standard_address, message] of cases)
      expect(await call('make_integrated_address', { standard_address })).toEqual({
        error: { code: -2, message },
      })
  })
})

describe('split_integrated_address', () => {
  test('error: what is no integrated address', async () => {
    expect(await call('split_integrated_address', { integrated_address: minerAddress })).toEqual({
      error: { code: -2, message: 'Address is not an integrated address' },
    })
    for (const wrong of ['', 'x', integrated.slice(1)])
      expect(await call('split_integrated_address', { integrated_address: wrong })).toEqual({
        error: { code: -2, message: 'Invalid address' },
      })
  })
})
