import { describe, expect, test } from 'vitest'
import { walletWithAddressBook } from '../../../support/wallets/called-wallet.ts'

const none = '0000000000000000'

describe('edit_address_book', () => {
  test('changes only the fields that are marked to be set', async () => {
    const { call, primary, integrated, paymentId, sub, add, rows } = await walletWithAddressBook()
    await add(integrated, { description: 'a' })
    const edit = (params: object) => call('edit_address_book', { index: 0, ...params })
    await edit({ address: sub, description: 'b', payment_id: none })
    expect(await rows()).toMatchObject([{ address: integrated, description: 'a' }])
    await edit({ set_description: true, description: 'b' })
    expect(await rows()).toMatchObject([{ address: integrated, description: 'b' }])
    await edit({ set_payment_id: true })
    expect(await rows()).toMatchObject([{ address: primary, payment_id: none }])
    await edit({ set_payment_id: true, payment_id: paymentId })
    expect(await rows()).toMatchObject([{ address: integrated, payment_id: paymentId }])
    await edit({ set_address: true, address: sub })
    expect(await rows()).toMatchObject([{ address: sub, payment_id: none, description: 'b' }])
    await edit({ set_address: true, address: integrated })
    expect(await rows()).toMatchObject([{ address: integrated, payment_id: paymentId }])
  })

  test('error: the row does not exist', async () => {
    const { call } = await walletWithAddressBook()
    expect(await call('edit_address_book', { index: 1, set_address: true })).toEqual({
      error: { code: -12, message: 'Index out of range: 1' },
    })
  })

  test('error: an invalid address, and no field is changed', async () => {
    const { call, primary, add, rows } = await walletWithAddressBook()
    await add(primary)
    const edit = { index: 0, set_address: true, set_description: true, description: 'x' }
    expect(await call('edit_address_book', edit)).toMatchObject({
      error: { code: -2, message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: address' },
    })
    expect(await rows()).toMatchObject([{ address: primary, description: '' }])
  })
})
