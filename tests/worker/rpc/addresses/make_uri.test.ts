import { describe, expect, test } from 'vitest'
import { minerAddress as address } from '../../../support/programs/monerod.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

const { call, result } = await calledWallet()

describe('make_uri', () => {
  // monero tests/functional_tests/uri.py
  test('writes only the given fields', async () => {
    expect(await result('make_uri', { address })).toEqual({ uri: `monero:${address}` })
    const given = { address, amount: 11_000_000_000n, tx_description: 'a test & more' }
    expect(await result('make_uri', given)).toEqual({
      uri: `monero:${address}?tx_amount=0.011000000000&tx_description=a%20test%20%26%20more`,
    })
  })

  test('writes a URI that parse_uri reads', async () => {
    const given = {
      address,
      amount: 11_000_000_000n,
      tx_description: 'a test & more',
      recipient_name: 'Ŝtéfano',
    }
    expect(await result('parse_uri', await result('make_uri', given))).toEqual({
      uri: { ...given, payment_id: '' },
      unknown_parameters: [],
    })
  })

  test.each([
    [{ address: 'x' }, 'wrong address'],
    [
      { address, payment_id: '0123456789abcdef' },
      'Standalone payment id deprecated, use integrated address instead',
    ],
  ])('error: %o', async (params, reason) => {
    expect(await call('make_uri', params)).toEqual({
      error: { code: -11, message: `Cannot make URI from supplied parameters: ${reason}` },
    })
  })
})
