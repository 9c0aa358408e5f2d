import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const ones = '1111111111111111'
const none = '0000000000000000'

async function wallet() {
  const service = await testService()
  const { addresses, primaryAddress: primary } = await testWallet({ name: 'book' }, service)
  const call = (name: string, params: object = {}) => dispatch(service, name, params)
  const made = (await call('make_integrated_address', { payment_id: ones })) as {
    result: { integrated_address: string }
  }
  return {
    ...{ service, call, primary, integrated: made.result.integrated_address },
    sub: addresses.address({ account: 0, address: 1 }),
    add: (address: string, more = {}) => call('add_address_book', { address, ...more }),
    rows: async () => {
      const got = (await call('get_address_book')) as { result: { entries: unknown[] } }
      return got.result.entries
    },
  }
}

describe('the address book', () => {
  test('keeps addresses of every kind when the wallet is closed', async () => {
    const { service, call, primary, integrated, sub, add, rows } = await wallet()
    expect(await add(primary, { description: 'me' })).toEqual({ result: { index: 0n } })
    await add(integrated)
    expect(await add(sub)).toEqual({ result: { index: 2n } })
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'book' })
    expect(await rows()).toEqual([
      { index: 0n, address: primary, description: 'me', payment_id: none },
      { index: 1n, address: integrated, description: '', payment_id: ones },
      { index: 2n, address: sub, description: '', payment_id: none },
    ])
    expect(await call('get_address_book', { entries: [2, 2] })).toMatchObject({
      result: { entries: [{ index: 2n }, { index: 2n }] },
    })
  })

  test('a payment id makes a standard address an integrated one, and stands beside others', async () => {
    const { primary, integrated, sub, add, rows } = await wallet()
    await add(primary, { payment_id: ones })
    await add(sub, { payment_id: 'AABBCCDDEEFF0011' })
    expect(await rows()).toMatchObject([
      { address: integrated, payment_id: ones },
      { address: sub, payment_id: 'aabbccddeeff0011' },
    ])
  })

  test('changes what is told to be set', async () => {
    const { call, primary, integrated, sub, add, rows } = await wallet()
    await add(integrated, { description: 'a' })
    const edit = (params: object) => call('edit_address_book', { index: 0, ...params })
    await edit({ address: sub, description: 'b', payment_id: none })
    expect(await rows()).toMatchObject([{ address: integrated, description: 'a' }])
    await edit({ set_description: true, description: 'b' })
    expect(await rows()).toMatchObject([{ address: integrated, description: 'b' }])
    await edit({ set_payment_id: true })
    expect(await rows()).toMatchObject([{ address: primary, payment_id: none }])
    await edit({ set_payment_id: true, payment_id: ones })
    expect(await rows()).toMatchObject([{ address: integrated, payment_id: ones }])
    await edit({ set_address: true, address: sub })
    expect(await rows()).toMatchObject([{ address: sub, payment_id: none, description: 'b' }])
    await edit({ set_address: true, address: integrated })
    expect(await rows()).toMatchObject([{ address: integrated, payment_id: ones }])
  })

  test('rows after one that is deleted move up', async () => {
    const { service, call, primary, sub, integrated, add, rows } = await wallet()
    for (const address of [primary, sub, integrated]) await add(address)
    expect(await call('delete_address_book', { index: 1 })).toEqual({ result: {} })
    expect(await rows()).toMatchObject([
      { index: 0n, address: primary },
      { index: 1n, address: integrated },
    ])
    expect(service.wallet?.addressBook.size).toBe(2)
  })

  test('error: no such row', async () => {
    const { call, primary, add } = await wallet()
    await add(primary)
    const refused = (index: bigint | number) => ({
      error: { code: -12, message: `Index out of range: ${index}` },
    })
    const far = 2n ** 64n - 1n
    expect(await call('get_address_book', { entries: [0, 1] })).toEqual(refused(1))
    expect(await call('delete_address_book', { index: far })).toEqual(refused(far))
    expect(await call('edit_address_book', { index: 1, set_address: true })).toEqual(refused(1))
  })

  test('error: an address that is none, and ids that are none, and nothing is kept', async () => {
    const { call, primary, integrated, add, rows } = await wallet()
    const wrong = { error: { code: -2, message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: address' } }
    expect(await add('nowhere')).toMatchObject(wrong)
    expect(await add(primary, { payment_id: ones.repeat(4) })).toMatchObject({
      error: { code: -5 },
    })
    expect(await add(integrated, { payment_id: ones })).toEqual({
      error: { code: -5, message: 'Separate payment ID given with integrated address' },
    })
    expect(await rows()).toEqual([])
    await add(primary)
    const edit = { index: 0, set_address: true, set_description: true, description: 'x' }
    expect(await call('edit_address_book', edit)).toMatchObject(wrong)
    expect(await rows()).toMatchObject([{ address: primary, description: '' }])
  })
})
