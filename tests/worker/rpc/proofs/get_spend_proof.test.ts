import { describe, expect, test } from 'vitest'
import { provenSpend } from '../../../support/spending/proven-spend.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

describe('get_spend_proof', () => {
  test('proves a transaction that this wallet sent', async () => {
    const { signature, call } = await provenSpend(scene)
    expect(signature).toMatch(/^SpendProofV1/)
    // One input with 16 ring members.
    expect(signature).toHaveLength(12 + 16 * 88)
    expect(await call('check_spend_proof', { signature })).toEqual({ result: { good: true } })
  })

  test('error: an id that is not hex', async () => {
    const { call } = await provenSpend(scene)
    expect(await call('get_spend_proof', { txid: 'x' })).toEqual({
      error: { code: -8, message: 'TX ID has invalid format' },
    })
  })
})
