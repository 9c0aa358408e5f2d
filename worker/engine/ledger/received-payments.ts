/**
 * Received payments by payment id.
 *
 * @module
 */
import { isUnlocked } from './unlock.ts'
import type { ReceivedRecord } from '../store/records.ts'
import { receivedByHeight } from './by-height.ts'
import { isPinned, isUnverified, type TransferParts } from './transfer-view.ts'

/** A payment to one own address, whether it is still locked, and whether it is proved, or at least pinned. */
export type ReceivedPayment = Readonly<ReceivedRecord> & {
  locked: boolean
  unverified: boolean
  pinned: boolean
  address: string
}

export type PaymentFilter = {
  /** 16 or 64 hex digits in lower case; default any. */
  paymentId?: string
  /** Mined above this height. */
  above?: bigint
}

/**
 * Mined payments that match a filter, oldest first.
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
      unverified: isUnverified(record),
      pinned: isPinned(record),
      address: addresses.address(record.subaddress),
    }))
}

/** A payment id in 64 hex digits: a short one is padded with zeros. */
export const fullPaymentId = (paymentId: string): string => paymentId.padEnd(64, '0')
