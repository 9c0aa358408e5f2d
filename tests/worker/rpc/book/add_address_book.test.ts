import { describe, expect, test } from 'vitest'
import { walletWithAddressBook } from '../../../support/wallets/called-wallet.ts'

describe('add_address_book', () => {
  test('appends a row and returns its index', async () => {
    const { primary, integrated, sub, add, rows } = await walletWithAddressBook()
    expect(await add(primary, { description: 'me' })).toEqual({ result: { index: 0n } })
    expect(await add(integrated)).toEqual({ result: { index: 1n } })
    expect(await add(sub)).toEqual({ result: { index: 2n } })
    expect(await rows()).toHaveLength(3)
  })

  test('turns a standard address with a payment id into an integrated one', async () => {
    const { primary, integrated, paymentId, add, rows } = await walletWithAddressBook()
    await add(primary, { payment_id: paymentId })
    expect(await rows()).toMatchObject([{ address: integrated, payment_id: paymentId }])
  })

  test('stores a payment id for a subaddress', async () => {
    const { sub, add, rows } = await walletWithAddressBook()
    await add(sub, { payment_id: 'AABBCCDDEEFF0011' })
    expect(await rows()).toMatchObject([{ address: sub, payment_id: 'aabbccddeeff0011' }])
  })

  test('error: an invalid address or payment id, and no row is added', async () => {
    const { primary, integrated, paymentId, add, rows } = await walletWithAddressBook()
    expect(await add('nowhere')).toMatchObject({
      error: { code: -2, message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: address' },
    })
    expect(await add(primary, { payment_id: paymentId.repeat(4) })).toMatchObject({
      error: { code: -5 },
    })
    expect(await add(integrated, { payment_id: paymentId })).toEqual({
      error: { code: -5, message: 'Separate payment ID given with integrated address' },
    })
    expect(await rows()).toEqual([])
  })
})
