import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

describe('get_reserve_proof', () => {
  test('proves all funds, or at least an amount of an account', async () => {
    const { call, signature, own } = await provenPayments()
    const total = async (params: object) => {
      const proof = await signature('get_reserve_proof', params)
      expect(proof).toMatch(/^ReserveProofV2/)
      return call('check_reserve_proof', { address: own(0), signature: proof })
    }
    expect(await total({ all: true })).toEqual({ result: { good: true, total: 12n, spent: 0n } })
    expect(await total({ amount: 6n })).toEqual({ result: { good: true, total: 7n, spent: 0n } })
  })

  test('error: the account does not exist', async () => {
    const { call } = await provenPayments()
    expect(await call('get_reserve_proof', { account_index: 9, amount: 1n })).toEqual({
      error: { code: -1, message: 'Account index is out of bound' },
    })
  })
})
