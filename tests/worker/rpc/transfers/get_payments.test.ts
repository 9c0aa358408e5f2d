import { describe, expect, test } from 'vitest'
import { ones, paymentIdWallet } from '../../../support/wallets/payment-id-wallet.ts'

const { call, shown } = await paymentIdWallet()

describe('get_payments', () => {
  test.each([ones, ones.padEnd(64, '0')])(
    'lists payments with the payment id %s',
    async (payment_id) => {
      expect(await call('get_payments', { payment_id })).toEqual({
        result: { payments: [shown(payment_id, 5n, 1n), shown(payment_id, 9n, 14n)] },
      })
    },
  )

  test('lists payments without a payment id for an id of zeros', async () => {
    const payment_id = '0'.repeat(16)
    expect(await call('get_payments', { payment_id })).toEqual({
      result: { payments: [shown(payment_id, 7n, 2n, 2)] },
    })
  })

  test.each([
    ['1', 'Payment ID has invalid format'],
    ['zz', 'Payment ID has invalid format'],
    ['', 'Payment ID has invalid size: '],
    ['1122', 'Payment ID has invalid size: 1122'],
  ])('error: %j', async (payment_id, message) => {
    expect(await call('get_payments', { payment_id })).toEqual({ error: { code: -5, message } })
  })
})
