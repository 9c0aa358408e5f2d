/**
 * Payments received, by their payment ids.
 *
 * @module
 */
import { isUnlocked } from './unlock.ts'
import type { ReceivedRecord } from '../store/records.ts'
import { receivedByHeight } from './by-height.ts'
import type { TransferParts } from './transfer-view.ts'

/** A payment to one address of ours, and whether it is locked still. */
export type ReceivedPayment = Readonly<ReceivedRecord> & { locked: boolean; address: string }

export type PaymentFilter = {
  /** 16 or 64 hex digits in lower case; any when left out. */
  paymentId?: string
  /** Mined above this height. */
  above?: bigint
}

/**
 * Mined payments that a filter lets through, oldest first.
 *
 * @see monero src/wallet/wallet2.cpp get_payments
 */
export function listPayments(
  { store, sync, addresses }: TransferParts,
  { paymentId, above = 0n }: PaymentFilter,
): ReceivedPayment[] {
  const chain = sync.view()
  const wanted = paymentId && fullPaymentId(paymentId)
  return [...store.received.index(receivedByHeight).between(above)]
    .filter((record) => wanted === undefined || fullPaymentId(record.paymentId) === wanted)
    .map((record) => ({
      ...record,
      locked: !isUnlocked(record, chain),
      address: addresses.address(record.subaddress),
    }))
}

/** A payment id in 64 hex digits: one of 16 is followed by zeros. */
export const fullPaymentId = (paymentId: string): string => paymentId.padEnd(64, '0')
