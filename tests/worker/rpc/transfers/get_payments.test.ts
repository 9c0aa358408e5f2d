import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const ones = '1111111111111111'
const { wallet, script, service } = await scriptedWallet(await testCrypto())
const pay = (amount: bigint, address: number, paymentId?: string) =>
  script.pay({
    payments: [{ to: { account: 0, address }, amount }],
    ...(paymentId && { paymentId: hexToBytes(paymentId) }),
  })
const first = pay(5n, 0, ones)
const second = pay(7n, 2)
const third = pay(9n, 0, ones)
script.mine([first]).mine([second])
while (script.height < 14) script.mine()
script.mine([third])
await wallet.sync.refresh()

const call = async (name: string, params: object = {}) => dispatch(service, name, params)
const shown = (payment_id: string, amount: bigint, block_height: bigint, minor = 0) => ({
  ...{ payment_id, amount, block_height, unlock_time: 0n, locked: block_height > 5n },
  tx_hash: { 5: first, 7: second, 9: third }[Number(amount)]!.txid,
  subaddr_index: { major: 0, minor },
  address: wallet.addresses.address({ account: 0, address: minor }),
})

describe('get_payments', () => {
  test.each([ones, ones.padEnd(64, '0')])('lists what came with %s', async (payment_id) => {
    expect(await call('get_payments', { payment_id })).toEqual({
      result: { payments: [shown(payment_id, 5n, 1n), shown(payment_id, 9n, 14n)] },
    })
  })

  test('lists what came without one by zeros', async () => {
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

describe('get_bulk_payments', () => {
  test('lists all, with ids in full', async () => {
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

  test('lists those of some ids, above a height', async () => {
    const params = { payment_ids: ['0'.repeat(16), ones], min_block_height: 1 }
    expect(await call('get_bulk_payments', params)).toEqual({
      result: { payments: [shown('0'.repeat(16), 7n, 2n, 2), shown(ones, 9n, 14n)] },
    })
  })

  test.each([
    ['11', 'Payment ID has invalid size: 11'],
    ['z'.repeat(16), `Payment ID has invalid format: ${'z'.repeat(16)}`],
  ])('error: %j is no id, and nothing is listed', async (id, message) => {
    expect(await call('get_bulk_payments', { payment_ids: [ones, id] })).toEqual({
      error: { code: -5, message },
    })
  })
})
