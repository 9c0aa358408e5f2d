import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const address = minerAddress
const service = await testService()
await testWallet({}, service)
const call = (name: string, params: object) => dispatch(service, name, params)

const everything = {
  address,
  amount: 11_000_000_000n,
  tx_description: 'a test & more',
  recipient_name: 'Ŝtéfano',
}

describe('make_uri', () => {
  // monero tests/functional_tests/uri.py
  test('writes what is given', async () => {
    expect(await call('make_uri', { address })).toEqual({ result: { uri: `monero:${address}` } })
    expect(await call('make_uri', { ...everything, recipient_name: '' })).toEqual({
      result: {
        uri: `monero:${address}?tx_amount=0.011000000000&tx_description=a%20test%20%26%20more`,
      },
    })
  })

  test('and parse_uri take each other back', async () => {
    const made = (await call('make_uri', everything)) as { result: { uri: string } }
    expect(await call('parse_uri', made.result)).toEqual({
      result: { uri: { ...everything, payment_id: '' }, unknown_parameters: [] },
    })
  })

  test('error: a wrong address, a payment id of its own', async () => {
    expect(await call('make_uri', { address: 'x' })).toEqual({
      error: {
        code: -11,
        message: 'Cannot make URI from supplied parameters: wrong address',
      },
    })
    expect(await call('make_uri', { address, payment_id: '0123456789abcdef' })).toMatchObject({
      error: {
        code: -11,
        message:
          'Cannot make URI from supplied parameters: Standalone payment id deprecated, use integrated address instead',
      },
    })
  })
})

describe('parse_uri', () => {
  test('hands back parameters it does not know', async () => {
    expect(await call('parse_uri', { uri: `monero:${address}?colour=blue&tx_amount=1` })).toEqual({
      result: {
        uri: {
          ...{ address, amount: 1_000_000_000_000n, payment_id: '' },
          ...{ tx_description: '', recipient_name: '' },
        },
        unknown_parameters: ['colour=blue'],
      },
    })
  })

  test.each([
    ['', 'URI has wrong scheme (expected "monero:")'],
    [`bitcoin:${address}`, 'URI has wrong scheme (expected "monero:")'],
    ['monero:x', 'URI has wrong address'],
    [`monero:${address}?tx_amount=-1`, 'URI has invalid amount'],
    [`monero:${address}?tx_amount=1&tx_amount=2`, 'URI has more than one instance of tx_amount'],
    [`monero:${address}?tx_amount`, 'URI has wrong parameter: tx_amount'],
  ])('error: %s', async (uri, message) => {
    expect(await call('parse_uri', { uri })).toEqual({
      error: { code: -11, message: `Error parsing URI: ${message}` },
    })
  })
})
