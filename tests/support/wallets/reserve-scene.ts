/**
 * A wallet with outputs in two accounts, and its proofs of reserve.
 *
 * @module
 */
import {
  readReserveProof,
  writeReserveProof,
  type ReserveProof,
} from '#protocol/proofs/reserve-proof.ts'
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import { proofWallet } from './proof-wallet.ts'

/** Account 0 has 5, 9, 7 and, at address 2, another 7; account 1 has 100. */
export async function reserveScene() {
  const made = await proofWallet()
  const to = { account: 0, address: 0 }
  const first = made.script.pay({
    payments: [
      { to, amount: 5n },
      { to, amount: 9n },
    ],
  })
  const second = made.script.pay({
    payments: [
      { to, amount: 7n },
      { to: { account: 0, address: 2 }, amount: 7n },
      { to: { account: 1, address: 1 }, amount: 100n },
    ],
  })
  await made.mine(first, second)
  const { store, primaryAddress: address } = made.wallet
  const call = (method: string, params: object): Promise<Outcome> =>
    dispatch(made.service, method, params)
  return {
    ...made,
    call,
    /** A proof by `get_reserve_proof`; throws for an error. */
    async prove(params: object): Promise<ReserveProof> {
      const outcome = await call('get_reserve_proof', params)
      if ('error' in outcome) throw new Error(outcome.error.message)
      return readReserveProof((outcome.result as { signature: string }).signature)
    },
    check: (proof: ReserveProof, message = '') =>
      call('check_reserve_proof', { address, signature: writeReserveProof(proof), message }),
    keyImageOf: (amount: bigint) =>
      [...store.outputs.values()].find((output) => output.amount === amount)!.keyImage!,
  }
}
