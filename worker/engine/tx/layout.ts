/**
 * The outputs of a payment and the public keys of its extra, before any key is derived.
 *
 * Weighing and building share it, so the fee matches the built transaction.
 *
 * @module
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import type { TransactionDraft } from './draft.ts'
import { decompose } from './decompose.ts'
import { sameRecipient } from './recipient.ts'

export type Layout = {
  /** Whether amounts are hidden. */
  ringct: boolean
  /** Payments, then change or a zero-amount output. Shuffle before publishing. */
  outputs: RecipientAmount[]
  /** The recipient whose output is derived with our own view key: our change address, or undefined. */
  change: RecipientAmount | undefined
  /** The only recipient, if it is a subaddress: the transaction key is then derived from its spend key. */
  soleSubaddress: Recipient | undefined
  /** Whether each output has its own public key. */
  additionalKeys: boolean
  /** The recipient for whom a payment id, real or dummy, is encrypted; undefined when there are several. */
  idPayee: Recipient | undefined
}

/** Lays out a draft. @param dummy - Recipient of the zero-amount dummy output. */
export const layoutOf = (
  { ringct, payments, change }: Pick<TransactionDraft, 'ringct' | 'payments' | 'change'>,
  dummy: Recipient,
): Layout => (ringct ? layOut(payments, change, dummy) : layOutPlain(payments))

/**
 * Lays out payments of version 1: nodes accept only decomposed amounts. There is no change.
 *
 * @param payments - To one standard address, our own.
 * @see monero src/wallet/wallet2.cpp transfer_selected
 */
const layOutPlain = (payments: readonly RecipientAmount[]): Layout => ({
  ringct: false,
  outputs: payments.flatMap((payment) =>
    decompose(payment.amount).map((amount) => ({ ...payment, amount })),
  ),
  change: undefined,
  soleSubaddress: undefined,
  additionalKeys: false,
  idPayee: payments[0],
})

/**
 * Lays out payments and change of RingCT.
 *
 * A transaction has at least two outputs. Without change, a zero-amount output goes to a random address, so
 * that the recipient cannot see that there is no change.
 *
 * @param change - The amount of change, and its address.
 * @param dummy - Recipient of the zero-amount dummy output.
 * @see monero src/wallet/wallet2.cpp transfer_selected_rct
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp construct_tx_with_tx_key
 */
export function layOut(
  payments: readonly RecipientAmount[],
  change: RecipientAmount,
  dummy: Recipient,
): Layout {
  const extra =
    change.amount > 0n ? change : payments.length === 1 ? { ...dummy, amount: 0n } : undefined
  const outputs = extra ? [...payments, extra] : [...payments]
  const recipients = distinct(
    payments.filter((payment) => !extra || !sameRecipient(payment, extra)),
  )
  const subaddresses = recipients.filter(({ isSubaddress }) => isSubaddress)
  const alone = recipients.length === 1
  return {
    ringct: true,
    outputs,
    change: extra,
    soleSubaddress: alone ? subaddresses[0] : undefined,
    additionalKeys: subaddresses.length > 0 && !alone,
    // A payment to our own change address counts as a payment to this wallet.
    idPayee: alone ? recipients[0] : recipients.length === 0 ? extra : undefined,
  }
}

/** @see monero src/cryptonote_core/cryptonote_tx_utils.cpp classify_addresses */
function distinct(payments: readonly RecipientAmount[]): Recipient[] {
  const recipients: Recipient[] = []
  for (const payment of payments)
    if (!recipients.some((recipient) => sameRecipient(recipient, payment))) recipients.push(payment)
  return recipients
}

/** Whether the extra holds a payment id, real or dummy: not with more than two outputs. */
export const hasPaymentId = (layout: Layout, paymentId: Uint8Array | undefined): boolean =>
  layout.idPayee !== undefined && (paymentId !== undefined || layout.outputs.length <= 2)
