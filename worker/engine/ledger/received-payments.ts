/**
 * Payments received, by their payment ids.
 *
 * @module
 */
import { isUnlocked } from './unlock.ts'
import type { ReceivedRecord } from '../store/records.ts'
import { receivedByHeight } from './by-height.ts'
import type { TransferBooks } from './transfer-view.ts'

/** A payment to one address of ours, and whether it is locked still. */
export type Payment = Readonly<ReceivedRecord> & { locked: boolean; address: string }

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
  { store, sync, addresses }: TransferBooks,
  { paymentId, above = 0n }: PaymentFilter,
): Payment[] {
  const chain = sync.view()
  const wanted = paymentId && whole(paymentId)
  return [...store.received.index(receivedByHeight).between(above)]
    .filter((record) => wanted === undefined || whole(record.paymentId) === wanted)
    .map((record) => ({
      ...record,
      locked: !isUnlocked(record, chain),
      address: addresses.address(record.subaddress),
    }))
}

/** A payment id in 64 hex digits: one of 16 is followed by zeros. */
export const whole = (paymentId: string): string => paymentId.padEnd(64, '0')
