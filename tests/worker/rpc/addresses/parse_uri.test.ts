import { describe, expect, test } from 'vitest'
import { minerAddress as address } from '../../../support/programs/monerod.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

const { call } = await calledWallet()

describe('parse_uri', () => {
  test('returns unknown parameters separately', async () => {
    expect(await call('parse_uri', { uri: `monero:${address}?colour=blue&tx_amount=1` })).toEqual({
      result: {
        uri: {
          address,
          amount: 1_000_000_000_000n,
          payment_id: '',
          tx_description: '',
          recipient_name: '',
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
