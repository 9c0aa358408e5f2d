/**
 * A payment with its spend proof.
 *
 * @module
 */
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { payingScene } from './two-coin-wallet.ts'

/** Sends a payment and proves it. */
export async function provenSpend(scene: ReturnType<typeof payingScene>) {
  const [signed] = await scene.pay()
  const { txid, tx } = signed!
  scene.chain.announced.set(txid, tx.blob)
  const call = (method: string, params: object = {}) =>
    dispatch(scene.service, method, { txid, message: 'hello', ...params })
  const outcome = await call('get_spend_proof')
  return { txid, call, signature: (outcome as { result: { signature: string } }).result.signature }
}
