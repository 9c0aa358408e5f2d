import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

describe('get_tx_proof', () => {
  test('proves a payment to one of our addresses', async () => {
    const { own, signature, call } = await provenPayments()
    const proof = await signature('get_tx_proof', { address: own(2) })
    expect(proof).toMatch(/^InProofV2/)
    expect(await call('check_tx_proof', { address: own(2), signature: proof })).toMatchObject({
      result: { good: true, received: 7n },
    })
  })

  test.each([
    ['an id that is not hex', { txid: 'x' }, -8, 'TX ID has invalid format'],
    ['an invalid address', { address: 'x' }, -2, 'Invalid address'],
  ])('error: %s', async (_, params, code, message) => {
    const { call, own } = await provenPayments()
    expect(await call('get_tx_proof', { address: own(0), ...params })).toEqual({
      error: { code, message },
    })
  })

  test('error: the transaction paid nothing to the address', async () => {
    const { call, own } = await provenPayments()
    expect(await call('get_tx_proof', { address: own(1) })).toEqual({
      error: { code: -1, message: 'No funds received in this tx.' },
    })
  })
})
