/**
 * A wallet that received three payments: two with one payment id, one without.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from './scripted-wallet.ts'

export const ones = '1111111111111111'

/**
 * Amounts and heights: 5 at 1, 7 to address 2 at 2, 9 at 14. The chain's height is 15.
 *
 * @returns `shown` is a payment as the wire has it.
 */
export async function paymentIdWallet() {
  const { wallet, script, service } = await scriptedWallet(await testCrypto())
  const pay = (amount: bigint, address: number, paymentId?: string) =>
    script.pay({
      payments: [{ to: { account: 0, address }, amount }],
      ...(paymentId && { paymentId: hexToBytes(paymentId) }),
    })
  const [first, second, third] = [pay(5n, 0, ones), pay(7n, 2), pay(9n, 0, ones)]
  script.mine([first]).mine([second])
  while (script.height < 14) script.mine()
  script.mine([third])
  await wallet.sync.refresh()
  const sent: { [amount: string]: typeof first } = { 5: first, 7: second, 9: third }
  return {
    call: (name: string, params: object = {}): Promise<Outcome> => dispatch(service, name, params),
    shown: (payment_id: string, amount: bigint, block_height: bigint, minor = 0) => ({
      payment_id,
      amount,
      block_height,
      unlock_time: 0n,
      locked: block_height > 5n,
      tx_hash: sent[`${amount}`]!.txid,
      subaddr_index: { major: 0, minor },
      address: wallet.addresses.address({ account: 0, address: minor }),
    }),
  }
}
