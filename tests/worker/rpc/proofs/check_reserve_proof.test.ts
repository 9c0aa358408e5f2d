import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
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

  test('error: no daemon, whatever the proof is', async () => {
    const { call, wallet } = await calledWallet()
    const check = (signature: string) =>
      call('check_reserve_proof', { address: wallet.primaryAddress, signature })
    const failed = (message: string) => ({ error: { code: -1, message } })
    expect(await check('')).toEqual(failed('Failed to connect to daemon: '))
    await call('set_daemon', { address: '127.0.0.1:1' })
    for (const signature of ['', 'x', 'ReserveProofV2'])
      expect(await check(signature)).toEqual(failed('Failed to connect to daemon: 127.0.0.1:1'))
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
