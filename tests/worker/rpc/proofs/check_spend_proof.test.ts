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

describe('check_spend_proof', () => {
  test('returns false for another message or a changed signature', async () => {
    const { signature, call } = await proven()
    expect(await call('check_spend_proof', { signature })).toEqual({ result: { good: true } })
    const no = { result: { good: false } }
    expect(await call('check_spend_proof', { signature, message: 'hallo' })).toEqual(no)
    const other = signature.endsWith('1') ? '2' : '1'
    const changed = signature.slice(0, -1) + other
    expect(await call('check_spend_proof', { signature: changed })).toEqual(no)
  })

  test('error: a signature of another kind', async () => {
    const { call } = await proven()
    expect(await call('check_spend_proof', { signature: 'InProofV2' })).toMatchObject({
      error: { code: -1, message: 'Signature header check error' },
    })
  })
})
