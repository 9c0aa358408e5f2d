import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

/** Sends a payment and proves it. */
async function proven() {
  const [signed] = await scene.pay()
  const { txid, tx } = signed!
  scene.chain.told.set(txid, tx.blob)
  const call = (method: string, params: object = {}) =>
    dispatch(scene.service, method, { txid, message: 'hello', ...params })
  const outcome = await call('get_spend_proof')
  return { txid, call, signature: (outcome as { result: { signature: string } }).result.signature }
}

describe('get_spend_proof', () => {
  test('proves a transaction that this wallet sent', async () => {
    const { signature, call } = await proven()
    expect(signature).toMatch(/^SpendProofV1/)
    // One input with 16 ring members.
    expect(signature).toHaveLength(12 + 16 * 88)
    expect(await call('check_spend_proof', { signature })).toEqual({ result: { good: true } })
  })

  test('error: an id that is not hex', async () => {
    const { call } = await proven()
    expect(await call('get_spend_proof', { txid: 'x' })).toEqual({
      error: { code: -8, message: 'TX ID has invalid format' },
    })
  })
})
