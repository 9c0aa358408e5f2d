import { describe, expect, test } from 'vitest'
import { ones, paymentIdWallet } from '../../../support/wallets/payment-id-wallet.ts'

const { call, shown } = await paymentIdWallet()

describe('get_bulk_payments', () => {
  test('lists all payments, with payment ids in 64 digits', async () => {
    expect(await call('get_bulk_payments')).toEqual({
      result: {
        payments: [
          shown(ones.padEnd(64, '0'), 5n, 1n),
          shown('0'.repeat(64), 7n, 2n, 2),
          shown(ones.padEnd(64, '0'), 9n, 14n),
        ],
      },
    })
  })

  test('lists payments with the given ids above a height', async () => {
    const params = { payment_ids: ['0'.repeat(16), ones], min_block_height: 1 }
    expect(await call('get_bulk_payments', params)).toEqual({
      result: { payments: [shown('0'.repeat(16), 7n, 2n, 2), shown(ones, 9n, 14n)] },
    })
  })

  test.each([
    ['11', 'Payment ID has invalid size: 11'],
    ['z'.repeat(16), `Payment ID has invalid format: ${'z'.repeat(16)}`],
  ])('error: the payment id %j', async (id, message) => {
    expect(await call('get_bulk_payments', { payment_ids: [ones, id] })).toEqual({
      error: { code: -5, message },
    })
  })
})
