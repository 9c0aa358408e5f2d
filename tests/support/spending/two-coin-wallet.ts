/**
 * A wallet with two coins that sends payments, over a scripted daemon.
 *
 * @module
 */
import type { Recipient } from '../../../protocol/interchange/construction.ts'
import { beforeEach } from 'vitest'
import { ownRecipient } from '../../../worker/engine/tx/recipient.ts'
import type { TransferRequest } from '../../../worker/engine/payments/requests.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { fundedWallet } from './funded-wallet.ts'
import { newSecrets } from '../chains/coin-mint.ts'

export const xmr = 1_000_000_000_000n

/** Owns 10 and 20 XMR. */
export async function payingWallet() {
  const crypto = await testCrypto()
  const payee: Recipient = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
  const funded = await fundedWallet([10n * xmr, 20n * xmr])
  const { wallet } = funded
  const request = (amount = xmr, given: Partial<TransferRequest> = {}): TransferRequest => ({
    account: 0,
    addresses: [],
    priority: 1,
    paymentId: undefined,
    payments: [{ ...payee, amount, original: wallet.primaryAddress }],
    subtractFeeFrom: [],
    ...given,
  })
  /** All that a failed payment must not change. */
  const state = () => ({
    sent: [...wallet.store.sent.values()],
    outputs: [...wallet.store.outputs.values()],
  })
  return {
    ...funded,
    payee,
    request,
    state,
    spent: () => state().outputs.filter((output) => output.spent),
    pay: (amount?: bigint, given?: Partial<TransferRequest>) =>
      wallet.spend.transfer(request(amount, given), { relay: true }),
    /** As many payments as take two transactions. */
    twoTransactions: () => Array.from({ length: 16 }, () => ({ ...payee, amount: xmr / 10n })),
  }
}

/** A new one for each test of a file, always in the same place. */
export function payingScene() {
  const scene = {} as Awaited<ReturnType<typeof payingWallet>>
  beforeEach(async () => void Object.assign(scene, await payingWallet()))
  return scene
}
