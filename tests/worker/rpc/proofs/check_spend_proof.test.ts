import { describe, expect, test } from 'vitest'
import { provenSpend } from '../../../support/spending/proven-spend.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

describe('check_spend_proof', () => {
  test('returns false for another message or a changed signature', async () => {
    const { signature, call } = await provenSpend(scene)
    expect(await call('check_spend_proof', { signature })).toEqual({ result: { good: true } })
    const no = { result: { good: false } }
    expect(await call('check_spend_proof', { signature, message: 'hallo' })).toEqual(no)
    const other = signature.endsWith('1') ? '2' : '1'
    const changed = signature.slice(0, -1) + other
    expect(await call('check_spend_proof', { signature: changed })).toEqual(no)
  })

  test('error: a signature of another kind', async () => {
    const { call } = await provenSpend(scene)
    expect(await call('check_spend_proof', { signature: 'InProofV2' })).toMatchObject({
      error: { code: -1, message: 'Signature header check error' },
    })
  })
})
