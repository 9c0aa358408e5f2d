/**
 * A wallet that received a payment, and calls about proofs of it.
 *
 * @module
 */
import { additionalKeys, parseExtra, publicKeys } from '#protocol/chain/extra.ts'
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import type { Result } from '../programs/monerod.ts'
import { proofWallet } from './proof-wallet.ts'

/** The payment has 7 for address 2, 5 for address 0 and 3 for another wallet. */
export async function provenPayments() {
  const scene = await proofWallet()
  const paid = scene.script.pay({
    payments: [
      { to: { account: 0, address: 2 }, amount: 7n },
      { amount: 3n },
      { to: { account: 0, address: 0 }, amount: 5n },
    ],
  })
  await scene.mine(paid)
  const call = (method: string, params: object = {}): Promise<Outcome> =>
    dispatch(scene.service, method, { txid: paid.txid, message: 'hello', ...params })
  return {
    ...scene,
    paid,
    call,
    /** Shared secrets of all transaction keys, as the wallet derives them. */
    derivations() {
      const { ports, secrets } = scene.wallet
      const { fields } = parseExtra(paid.tx.extra)
      const derive = (key: Uint8Array) => ports.crypto.keyDerivation(key, secrets.viewSecret)!
      const main = derive(publicKeys(fields)[0]!)
      return { main, additional: additionalKeys(fields).map(derive) }
    },
    /** The address of an index of account 0. */
    own: (address: number) => scene.wallet.addresses.address({ account: 0, address }),
    /** The signature that a call returns; throws for an error. */
    async signature(method: string, params: object = {}): Promise<string> {
      const outcome = await call(method, params)
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return (outcome.result as Result).signature
    },
  }
}
