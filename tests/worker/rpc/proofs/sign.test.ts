import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

describe('sign', () => {
  test('signs as an address, with its spend key or its view key', async () => {
    const { call, signature, own } = await provenPayments()
    for (const signature_type of ['spend', 'view'])
      for (const address_index of [0, 2]) {
        const signed = await signature('sign', { data: 'hello', signature_type, address_index })
        expect(signed).toMatch(/^SigV2/)
        const params = { data: 'hello', address: own(address_index), signature: signed }
        expect(await call('verify', params)).toEqual({
          result: { good: true, version: 2, old: false, signature_type },
        })
      }
  })

  test('error: an unknown key', async () => {
    const { call } = await provenPayments()
    expect(await call('sign', { data: 'hello', signature_type: 'both' })).toEqual({
      error: { code: -47, message: 'Invalid signature type requested' },
    })
  })
})
