import { describe, expect, test } from 'vitest'
import { walletWithAddressBook } from '../../../support/wallets/called-wallet.ts'

const none = '0000000000000000'

describe('get_address_book', () => {
  test('lists addresses of every kind after the wallet is reopened', async () => {
    const { reopen, primary, integrated, paymentId, sub, add, rows } = await walletWithAddressBook()
    await add(primary, { description: 'me' })
    await add(integrated)
    await add(sub)
    await reopen()
    expect(await rows()).toEqual([
      { index: 0n, address: primary, description: 'me', payment_id: none },
      { index: 1n, address: integrated, description: '', payment_id: paymentId },
      { index: 2n, address: sub, description: '', payment_id: none },
    ])
  })

  test('lists the requested rows, in the requested order', async () => {
    const { call, primary, sub, add } = await walletWithAddressBook()
    for (const address of [primary, sub]) await add(address)
    expect(await call('get_address_book', { entries: [1, 0, 1] })).toMatchObject({
      result: { entries: [{ index: 1n }, { index: 0n }, { index: 1n }] },
    })
  })

  test('error: a requested row does not exist', async () => {
    const { call, primary, add } = await walletWithAddressBook()
    await add(primary)
    expect(await call('get_address_book', { entries: [0, 1] })).toEqual({
      error: { code: -12, message: 'Index out of range: 1' },
    })
  })
})
