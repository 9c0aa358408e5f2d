import { describe, expect, test } from 'vitest'
import { walletWithAddressBook } from '../../../support/wallets/called-wallet.ts'

describe('delete_address_book', () => {
  test('moves later rows up', async () => {
    const { call, wallet, primary, sub, integrated, add, rows } = await walletWithAddressBook()
    for (const address of [primary, sub, integrated]) await add(address)
    expect(await call('delete_address_book', { index: 1 })).toEqual({ result: {} })
    expect(await rows()).toMatchObject([
      { index: 0n, address: primary },
      { index: 1n, address: integrated },
    ])
    expect(wallet.addressBook.size).toBe(2)
  })

  test('error: the row does not exist', async () => {
    const { call, primary, add, rows } = await walletWithAddressBook()
    await add(primary)
    for (const index of [1n, 2n ** 64n - 1n])
      expect(await call('delete_address_book', { index })).toEqual({
        error: { code: -12, message: `Index out of range: ${index}` },
      })
    expect(await rows()).toHaveLength(1)
  })
})
