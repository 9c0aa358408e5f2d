import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

const bad = { result: { good: false, received: 0n, in_pool: false, confirmations: 0n } }

describe('check_tx_proof', () => {
  test('returns what the address received, and where the transaction is', async () => {
    const { own, signature, call, answers, paid } = await provenPayments()
    const address = own(0)
    const proof = await signature('get_tx_proof', { address })
    expect(await call('check_tx_proof', { address, signature: proof })).toEqual({
      result: { good: true, received: 5n, in_pool: false, confirmations: 3n },
    })
    answers.inPool.add(paid.txid)
    expect(await call('check_tx_proof', { address, signature: proof })).toEqual({
      result: { good: true, received: 5n, in_pool: true, confirmations: 0n },
    })
  })

  test('returns false for another message or another address', async () => {
    const { own, signature, call } = await provenPayments()
    const proof = await signature('get_tx_proof', { address: own(0) })
    const check = (params: object) => call('check_tx_proof', { signature: proof, ...params })
    expect(await check({ address: own(0), message: 'hallo' })).toEqual(bad)
    expect(await check({ address: own(2) })).toEqual(bad)
  })

  test.each([
    ['', 'Signature header check error'],
    ['InProofV2', 'Signature size mismatch with additional tx pubkeys'],
    ['x'.repeat(200), 'Wrong signature size'],
  ])('error: the signature %j', async (signature, message) => {
    const { call, own } = await provenPayments()
    expect(await call('check_tx_proof', { address: own(0), signature })).toEqual({
      error: { code: -1, message },
    })
  })
})
