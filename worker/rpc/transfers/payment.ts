/**
 * Received payments in answers.
 *
 * @module
 */
import { bool, list, object, text, u64 } from '#protocol/fields.ts'
import { subaddressIndex } from '#protocol/wallet/subaddress.ts'
import type { ReceivedPayment } from '../../engine/ledger/received-payments.ts'
import { pinned, unverified } from '#protocol/wallet/transfer.ts'
import { wireIndex } from './wire.ts'

export const payments = list(
  object({
    payment_id: text,
    tx_hash: text,
    amount: u64.describe('In piconero.'),
    block_height: u64,
    unlock_time: u64,
    locked: bool,
    subaddr_index: subaddressIndex,
    address: text.describe('Receiving address of this wallet.'),
    unverified,
    pinned,
  }),
)

/** @param payment_id - The payment id in the answer. */
export const wirePayment = (payment_id: string) => (payment: ReceivedPayment) => ({
  payment_id,
  tx_hash: payment.txid,
  amount: payment.amount,
  block_height: payment.height,
  unlock_time: payment.unlockTime,
  locked: payment.locked,
  subaddr_index: wireIndex(payment.subaddress),
  address: payment.address,
  unverified: payment.unverified || undefined,
  pinned: payment.pinned || undefined,
})
