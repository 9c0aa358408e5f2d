import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

describe('check_reserve_proof', () => {
  test('returns the amount that is spent since the proof', async () => {
    const { call, signature, own, wallet, answers } = await provenPayments()
    const proof = await signature('get_reserve_proof', { all: true })
    const [output] = [...wallet.store.outputs.values()].filter(({ amount }) => amount === 7n)
    answers.spent.add(output!.keyImage!)
    expect(await call('check_reserve_proof', { address: own(0), signature: proof })).toEqual({
      result: { good: true, total: 12n, spent: 7n },
    })
  })

  test('returns false for another message', async () => {
    const { call, signature, own } = await provenPayments()
    const proof = await signature('get_reserve_proof', { all: true })
    const params = { address: own(0), signature: proof, message: 'hallo' }
    expect(await call('check_reserve_proof', params)).toMatchObject({ result: { good: false } })
  })

  test('error: a subaddress, an invalid address', async () => {
    const { call, own } = await provenPayments()
    expect(await call('check_reserve_proof', { address: own(2) })).toEqual({
      error: { code: -1, message: 'Address must not be a subaddress' },
    })
    expect(await call('check_reserve_proof', { address: 'x' })).toEqual({
      error: { code: -2, message: 'Invalid address' },
    })
  })
})
