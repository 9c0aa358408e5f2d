import { describe, expect, test } from 'vitest'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

// monero tests/functional_tests/integrated_address.py
const paymentId = '0123456789abcdef'
const subaddress =
  '84QRUYawRNrU3NN1VpFRndSukeyEb3Xpv8qZjjsoJZnTYpDYceuUTpog13D7qPxpviS7J29bSgSkR11hFFoXWk2yNdsR9WF'

const { call, result, wallet } = await calledWallet()

describe('make_integrated_address', () => {
  test('joins a standard address and a payment id', async () => {
    const made = await result('make_integrated_address', {
      standard_address: minerAddress,
      payment_id: paymentId,
    })
    expect(made.payment_id).toBe(paymentId)
    expect(made.integrated_address).toMatch(/^4.{105}$/)
    const { integrated_address } = made
    expect(await result('split_integrated_address', { integrated_address })).toMatchObject({
      standard_address: minerAddress,
      payment_id: paymentId,
    })
  })

  test('joins our own address and a random payment id by default', async () => {
    const [one, other] = [
      await result('make_integrated_address'),
      await result('make_integrated_address'),
    ]
    expect(one.payment_id).toMatch(/^[0-9a-f]{16}$/)
    expect(one.payment_id).not.toBe(other.payment_id)
    const { integrated_address } = one
    expect(await result('split_integrated_address', { integrated_address })).toMatchObject({
      standard_address: wallet.primaryAddress,
    })
  })

  test.each(['0123456789abcde', 'x'.repeat(16), '00'.repeat(32)])(
    'error: the payment id %j',
    async (payment_id) => {
      expect(await call('make_integrated_address', { payment_id })).toEqual({
        error: { code: -5, message: 'Invalid payment ID' },
      })
    },
  )

  test('error: an address that has no integrated form', async () => {
    const { integrated_address } = await result('make_integrated_address')
    const cases = [
      ['x', 'Invalid address'],
      [subaddress, "Subaddress shouldn't be used"],
      [integrated_address, 'Already integrated address'],
    ] as const
    for (const [standard_address, message] of cases)
      expect(await call('make_integrated_address', { standard_address })).toEqual({
        error: { code: -2, message },
      })
  })
})
